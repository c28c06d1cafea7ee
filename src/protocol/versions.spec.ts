import { expect, it } from '@jest/globals';
import { HANDSHAKE_VERSIONS, namesStatelessEra, negotiate, SUPPORTED_VERSIONS } from './versions.js';

it('all revisions are listed once, newest first', () => {
  expect(SUPPORTED_VERSIONS).toEqual(['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']);
});

it.each(HANDSHAKE_VERSIONS)('%s is negotiated as asked', (version) => {
  expect(negotiate(version)).toBe(version);
});

it.each(['2026-07-28', '2099-01-01', 'banana', '', undefined])(
  '%s is negotiated to the newest handshake revision',
  (asked) => {
    expect(negotiate(asked)).toBe('2025-11-25');
  },
);

it('the eras meet between 2025-11-25 and 2026-07-28', () => {
  expect(['2025-11-25', '2026-07-27', '2026-07-28', '2099-01-01', 'v1'].map(namesStatelessEra)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});
