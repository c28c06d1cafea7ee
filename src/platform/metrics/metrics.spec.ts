import { describe, expect, it } from '@jest/globals';
import { Metrics } from './metrics.js';

describe('Metrics', () => {
  it('counts calls, rounds and look-ups under stable names', async () => {
    const metrics = new Metrics();
    metrics.toolCall('find_owner', 'success', 30);
    metrics.toolCall('find_owner', 'success', 30);
    metrics.toolCall('find_owner', 'timeout', 5_000);
    metrics.round('admit', 17);
    metrics.authentication('hit');
    const text = await metrics.text();
    expect(text).toContain('turnpike_tool_calls_total{tool="find_owner",outcome="success"} 2');
    expect(text).toContain('turnpike_tool_calls_total{tool="find_owner",outcome="timeout"} 1');
    expect(text).toContain('turnpike_tool_call_duration_seconds_bucket{le="0.05",tool="find_owner"} 2');
    expect(text).toContain('turnpike_round_size_bucket{le="20",kind="admit"} 1');
    expect(text).toContain('turnpike_authentication_lookups_total{cache="hit"} 1');
  });

  it('never grows beyond 200 tools: the rest counts as other', async () => {
    const metrics = new Metrics();
    for (let index = 0; index < 1_000; index++) metrics.toolCall(`tool_${String(index)}`, 'success', 1);
    const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith('turnpike_tool_calls_total{'));
    expect(lines).toHaveLength(201);
    expect(lines).toContain('turnpike_tool_calls_total{tool="other",outcome="success"} 800');
  });
});
