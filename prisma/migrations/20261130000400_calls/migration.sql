-- The register of calls: what was admitted, by which process, until when.
CREATE TABLE call (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL,
  user_id uuid NOT NULL,
  tool text NOT NULL,
  state text NOT NULL DEFAULT 'accepted',
  outcome text,
  ended_by text,
  owner text NOT NULL,
  accepted_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT call_state_check CHECK (state IN ('accepted', 'ended')),
  CONSTRAINT call_end_check CHECK ((state = 'ended') = (outcome IS NOT NULL AND ended_by IS NOT NULL AND ended_at IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX call_open_idx ON call (expires_at) WHERE state = 'accepted';

-- One key of one user stands for one call: its result is kept and given again.
CREATE TABLE idempotency_key (
  user_id uuid NOT NULL,
  key text NOT NULL,
  call_id uuid NOT NULL,
  digest text NOT NULL,
  result text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
) WITH (fillfactor = 70);

-- An exact sliding window: the moments (Unix ms) of the calls still inside it and how many came at each.
CREATE TABLE rate_window (
  key text PRIMARY KEY,
  stamps bigint[] NOT NULL DEFAULT '{}',
  hits integer[] NOT NULL DEFAULT '{}'
) WITH (fillfactor = 50);

-- Takes places in rate windows for many calls at once. Want i is one window of the call `p_ords[i]` (ascending); a call gets a
-- place only when all its windows have one. Rows are locked in key order. A window keeps at most 100 moments: above that limit
-- they are rounded up, so that it never lets more through than it says and holds back at most 1 %.
CREATE FUNCTION rate_take(p_ords integer[], p_keys text[], p_calls integer[], p_ms bigint[], p_now timestamptz)
RETURNS TABLE (ord integer, allowed boolean, remaining integer, reset_ms bigint) LANGUAGE plpgsql AS $$
DECLARE
  v_now bigint;
  v_keys text[];
  v_free integer[];
  v_taken integer[];
  v_resets bigint[];
  v_index integer;
  v_first integer := 1;
  v_last integer;
  v_count integer := cardinality(p_ords);
BEGIN
  SELECT array_agg(DISTINCT k ORDER BY k) INTO v_keys FROM unnest(p_keys) AS k;
  PERFORM 1 FROM rate_window r WHERE r.key = ANY (v_keys) ORDER BY r.key FOR UPDATE;
  GET DIAGNOSTICS v_last = ROW_COUNT;
  IF v_last < cardinality(v_keys) THEN
    INSERT INTO rate_window (key) SELECT k FROM unnest(v_keys) AS k ORDER BY k ON CONFLICT DO NOTHING;
    PERFORM 1 FROM rate_window r WHERE r.key = ANY (v_keys) ORDER BY r.key FOR UPDATE;
  END IF;
  -- Read after the wait for the rows: a place taken counts from the moment it was taken.
  v_now := floor(extract(epoch FROM coalesce(p_now, clock_timestamp())) * 1000);
  SELECT array_agg(w.calls - s.used ORDER BY w.k), array_agg(0 ORDER BY w.k),
         array_agg(greatest(0, coalesce(s.oldest, v_now) + w.ms - v_now) ORDER BY w.k)
    INTO v_free, v_taken, v_resets
    FROM (SELECT k, min(calls) AS calls, max(ms) AS ms FROM unnest(p_keys, p_calls, p_ms) AS x (k, calls, ms) GROUP BY k) AS w
    JOIN rate_window r ON r.key = w.k
    CROSS JOIN LATERAL (SELECT coalesce(sum(hit), 0)::integer AS used, min(stamp) AS oldest
                        FROM unnest(r.stamps, r.hits) AS u (stamp, hit) WHERE stamp > v_now - w.ms) AS s;
  WHILE v_first <= v_count LOOP
    v_last := v_first;
    WHILE v_last < v_count AND p_ords[v_last + 1] = p_ords[v_first] LOOP
      v_last := v_last + 1;
    END LOOP;
    ord := p_ords[v_first];
    allowed := true;
    remaining := NULL;
    reset_ms := 0;
    FOR i IN v_first..v_last LOOP
      v_index := array_position(v_keys, p_keys[i]);
      IF v_free[v_index] <= 0 THEN
        allowed := false;
        reset_ms := greatest(reset_ms, v_resets[v_index]);
      END IF;
    END LOOP;
    FOR i IN v_first..v_last LOOP
      v_index := array_position(v_keys, p_keys[i]);
      IF allowed THEN
        v_free[v_index] := v_free[v_index] - 1;
        v_taken[v_index] := v_taken[v_index] + 1;
      END IF;
      IF remaining IS NULL OR v_free[v_index] < remaining THEN
        remaining := greatest(0, v_free[v_index]);
        IF allowed THEN
          reset_ms := v_resets[v_index];
        END IF;
      END IF;
    END LOOP;
    RETURN NEXT;
    v_first := v_last + 1;
  END LOOP;
  UPDATE rate_window r SET stamps = s.stamps, hits = s.hits
    FROM (SELECT t.k, t.taken, w.ms, ceil(v_now::numeric / w.step)::bigint * w.step AS stamp
            FROM unnest(v_keys, v_taken) AS t (k, taken)
            JOIN (SELECT k, max(ms) AS ms, CASE WHEN min(calls) > 100 THEN greatest(1, max(ms) / 100) ELSE 1 END AS step
                    FROM unnest(p_keys, p_calls, p_ms) AS x (k, calls, ms) GROUP BY k) AS w ON w.k = t.k) AS n
    CROSS JOIN LATERAL (SELECT array_agg(m.stamp ORDER BY m.stamp) AS stamps, array_agg(m.hit ORDER BY m.stamp) AS hits
            FROM (SELECT u.stamp, sum(u.hit)::integer AS hit
                    FROM (SELECT o.stamp, o.hit FROM rate_window x, unnest(x.stamps, x.hits) AS o (stamp, hit)
                           WHERE x.key = n.k AND o.stamp > v_now - n.ms
                          UNION ALL SELECT n.stamp, n.taken) AS u
                   GROUP BY u.stamp) AS m) AS s
    WHERE r.key = n.k AND n.taken > 0;
END $$;

-- Holds credits for many calls at once. A call is held whole or not at all; grants are drawn by priority, expiry, age.
-- Accounts are locked in id order; the lock of an account guards its grants too.
CREATE FUNCTION billing_hold(p_ids uuid[], p_accounts uuid[], p_amounts bigint[], p_expires timestamptz[], p_now timestamptz)
RETURNS TABLE (id uuid, granted boolean, available bigint) LANGUAGE plpgsql AS $$
DECLARE
  v_account record;
  v_free bigint;
  v_total bigint;
  v_grants uuid[];
  v_left bigint[];
  v_taken bigint[];
  v_at integer;
  v_need bigint;
  v_take bigint;
  v_no integer;
  v_item record;
  part_hold uuid[] := '{}';
  part_no integer[] := '{}';
  part_grant uuid[] := '{}';
  part_amount bigint[] := '{}';
  granted_ids uuid[] := '{}';
BEGIN
  FOR v_account IN
    SELECT a.id, a.posted - a.held AS free FROM account a WHERE a.id = ANY (p_accounts) ORDER BY a.id FOR UPDATE
  LOOP
    SELECT array_agg(g.id ORDER BY g.priority, g.expires_at NULLS LAST, g.created_at, g.id),
           array_agg(g.remaining ORDER BY g.priority, g.expires_at NULLS LAST, g.created_at, g.id),
           array_agg(0::bigint), coalesce(sum(g.remaining), 0)
      INTO v_grants, v_left, v_taken, v_free
      FROM credit_grant g
      WHERE g.account_id = v_account.id AND g.remaining > 0 AND g.effective_at <= p_now AND (g.expires_at IS NULL OR g.expires_at > p_now);
    v_free := least(v_free, v_account.free);
    v_total := 0;
    v_at := 1;
    FOR v_item IN
      SELECT u.id, u.amount FROM unnest(p_ids, p_accounts, p_amounts) WITH ORDINALITY AS u (id, account, amount, no)
        WHERE u.account = v_account.id ORDER BY u.no
    LOOP
      id := v_item.id;
      granted := v_item.amount <= v_free;
      IF granted THEN
        v_free := v_free - v_item.amount;
        v_total := v_total + v_item.amount;
        v_need := v_item.amount;
        v_no := 0;
        WHILE v_need > 0 LOOP
          v_take := least(v_need, v_left[v_at]);
          IF v_take > 0 THEN
            v_no := v_no + 1;
            part_hold := part_hold || v_item.id;
            part_no := part_no || v_no;
            part_grant := part_grant || v_grants[v_at];
            part_amount := part_amount || v_take;
            v_left[v_at] := v_left[v_at] - v_take;
            v_taken[v_at] := v_taken[v_at] + v_take;
            v_need := v_need - v_take;
          END IF;
          IF v_left[v_at] = 0 THEN
            v_at := v_at + 1;
          END IF;
        END LOOP;
        granted_ids := granted_ids || v_item.id;
      END IF;
      available := v_free;
      RETURN NEXT;
    END LOOP;
    IF v_total > 0 THEN
      UPDATE credit_grant g SET remaining = g.remaining - t.taken, held = g.held + t.taken
        FROM unnest(v_grants, v_taken) AS t (id, taken) WHERE g.id = t.id AND t.taken > 0;
      UPDATE account a SET held = a.held + v_total WHERE a.id = v_account.id;
    END IF;
  END LOOP;
  IF cardinality(granted_ids) > 0 THEN
    INSERT INTO hold (id, account_id, amount, created_at, expires_at)
      SELECT u.id, u.account, u.amount, p_now, u.expires
        FROM unnest(p_ids, p_accounts, p_amounts, p_expires) AS u (id, account, amount, expires) WHERE u.id = ANY (granted_ids);
    INSERT INTO hold_part (hold_id, no, grant_id, amount) SELECT * FROM unnest(part_hold, part_no, part_grant, part_amount);
  END IF;
END $$;

-- Ends many holds at once: captures `p_captures[i]` (cut at the hold) and gives the rest back to the grants it came from.
-- A hold that has ended is left alone and not returned.
CREATE FUNCTION billing_end_holds(p_ids uuid[], p_captures bigint[], p_expired boolean, p_now timestamptz)
RETURNS TABLE (id uuid, held bigint, captured bigint, available bigint) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM hold h WHERE h.id = ANY (p_ids) ORDER BY h.id FOR UPDATE;
  PERFORM 1 FROM account a WHERE a.id IN (SELECT h.account_id FROM hold h WHERE h.id = ANY (p_ids) AND h.state = 'held') ORDER BY a.id FOR UPDATE;
  RETURN QUERY
  WITH ended AS (
    UPDATE hold h SET captured = least(greatest(u.capture, 0), h.amount), ended_at = p_now,
        state = CASE WHEN u.capture > 0 THEN 'captured' WHEN p_expired THEN 'expired' ELSE 'released' END
      FROM unnest(p_ids, p_captures) AS u (id, capture) WHERE h.id = u.id AND h.state = 'held'
      RETURNING h.id, h.account_id, h.amount, h.captured
  ), moved AS (
    INSERT INTO transfer (kind, call_id, created_at) SELECT 'capture', e.id, p_now FROM ended e WHERE e.captured > 0
      RETURNING transfer.id AS transfer_id, transfer.call_id
  ), part AS (
    SELECT p.hold_id, p.grant_id, p.amount, e.account_id,
           greatest(0, least(p.amount, e.captured - coalesce(sum(p.amount) OVER (PARTITION BY p.hold_id ORDER BY p.no
             ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::bigint)) AS captured
      FROM ended e JOIN hold_part p ON p.hold_id = e.id
  ), booked AS (
    INSERT INTO entry (transfer_id, account_id, grant_id, amount)
      SELECT m.transfer_id, p.account_id, p.grant_id, -p.captured FROM moved m JOIN part p ON p.hold_id = m.call_id WHERE p.captured > 0
      UNION ALL
      SELECT m.transfer_id, '00000000-0000-7000-8000-000000000001'::uuid, NULL, e.captured FROM moved m JOIN ended e ON e.id = m.call_id
  ), lots AS (
    UPDATE credit_grant g SET held = g.held - s.held, captured = g.captured + s.captured, remaining = g.remaining + s.held - s.captured
      FROM (SELECT p.grant_id, sum(p.amount)::bigint AS held, sum(p.captured)::bigint AS captured FROM part p GROUP BY p.grant_id) AS s
      WHERE g.id = s.grant_id
  ), balances AS (
    UPDATE account a SET held = a.held - s.held, posted = a.posted - s.captured
      FROM (SELECT e.account_id, sum(e.amount)::bigint AS held, sum(e.captured)::bigint AS captured FROM ended e GROUP BY e.account_id) AS s
      WHERE a.id = s.account_id RETURNING a.id AS account_id, a.posted - a.held AS available
  )
  SELECT e.id, e.amount, e.captured, b.available FROM ended e JOIN balances b ON b.account_id = e.account_id;
END $$;

-- Admission: one round for many calls. Per call: idempotency key, rate windows, hold, register, accepted record; a refused
-- call gets its terminal record here. Locks are taken in one order by everybody: keys, windows, accounts.
-- `p_items` and `p_records` are JSON arrays of one length; item i has `ord` = i.
-- `status`: accepted | replay | conflict | mismatch | rate_limited | insufficient_credits.
-- (Generic plans: the statements are the same for one call and for a hundred; planning them anew would cost as much as running.)
CREATE FUNCTION calls_admit(p_items json, p_records json, p_owner text, p_now timestamptz)
RETURNS TABLE (ord integer, status text, remaining integer, reset_ms bigint, available bigint, result text, audit_id bigint)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_ids uuid[];
  v_organisations uuid[];
  v_users uuid[];
  v_accounts uuid[];
  v_tools text[];
  v_amounts bigint[];
  v_expires timestamptz[];
  v_keys text[];
  v_digests text[];
  v_windows json[];
  v_status text[];
  v_remaining integer[];
  v_resets bigint[];
  v_available bigint[];
  v_results text[];
  v_keyed boolean;
  v_limited boolean;
  v_paid boolean;
  r record;
BEGIN
  SELECT array_agg(x.id ORDER BY x.ord), array_agg(x.organisation ORDER BY x.ord), array_agg(x."user" ORDER BY x.ord),
         array_agg(x.account ORDER BY x.ord), array_agg(x.tool ORDER BY x.ord), array_agg(x.amount ORDER BY x.ord),
         array_agg(v_now + x.lifetime_ms * interval '1 millisecond' ORDER BY x.ord), array_agg(x.key ORDER BY x.ord),
         array_agg(x.digest ORDER BY x.ord), array_agg(x.windows ORDER BY x.ord), array_agg('accepted'::text),
         array_agg(NULL::integer), array_agg(NULL::bigint), array_agg(NULL::bigint), array_agg(NULL::text),
         bool_or(x.key IS NOT NULL), bool_or(x.windows IS NOT NULL), bool_or(x.amount > 0)
    INTO v_ids, v_organisations, v_users, v_accounts, v_tools, v_amounts, v_expires, v_keys, v_digests, v_windows, v_status,
         v_remaining, v_resets, v_available, v_results, v_keyed, v_limited, v_paid
    FROM json_to_recordset(p_items) AS x (ord integer, id uuid, organisation uuid, "user" uuid, account uuid, tool text,
                                          amount bigint, lifetime_ms bigint, key text, digest text, windows json);

  IF v_keyed THEN
    INSERT INTO idempotency_key (user_id, key, call_id, digest, created_at)
      SELECT u."user", u.key, u.id, u.digest, v_now
        FROM unnest(v_users, v_keys, v_ids, v_digests) WITH ORDINALITY AS u ("user", key, id, digest, no)
        WHERE u.key IS NOT NULL ORDER BY u."user", u.key, u.no ON CONFLICT DO NOTHING;
    FOR r IN
      SELECT u.no, k.result, k.digest = u.digest AS same
        FROM unnest(v_users, v_keys, v_ids, v_digests) WITH ORDINALITY AS u ("user", key, id, digest, no)
        JOIN idempotency_key k ON k.user_id = u."user" AND k.key = u.key WHERE k.call_id <> u.id
    LOOP
      v_status[r.no] := CASE WHEN NOT r.same THEN 'mismatch' WHEN r.result IS NULL THEN 'conflict' ELSE 'replay' END;
      v_results[r.no] := CASE WHEN r.same THEN r.result END;
    END LOOP;
  END IF;

  IF v_limited THEN
    FOR r IN
      SELECT t.* FROM
        (SELECT array_agg(u.no::integer ORDER BY u.no) AS ords, array_agg(w.k ORDER BY u.no) AS keys,
                array_agg(w.calls ORDER BY u.no) AS calls, array_agg(w.ms ORDER BY u.no) AS ms
           FROM unnest(v_windows, v_status) WITH ORDINALITY AS u (windows, status, no),
                LATERAL json_to_recordset(u.windows) AS w (k text, calls integer, ms bigint)
           WHERE u.status = 'accepted') AS want,
        LATERAL rate_take(want.ords, want.keys, want.calls, want.ms, p_now) AS t WHERE want.ords IS NOT NULL
    LOOP
      v_remaining[r.ord] := r.remaining;
      v_resets[r.ord] := r.reset_ms;
      IF NOT r.allowed THEN
        v_status[r.ord] := 'rate_limited';
      END IF;
    END LOOP;
  END IF;

  IF v_paid THEN
    FOR r IN
      SELECT array_position(v_ids, h.id) AS ord, h.granted, h.available
        FROM (SELECT array_agg(u.id ORDER BY u.no) AS ids, array_agg(u.account ORDER BY u.no) AS accounts,
                     array_agg(u.amount ORDER BY u.no) AS amounts, array_agg(u.expires ORDER BY u.no) AS expires
                FROM unnest(v_ids, v_accounts, v_amounts, v_expires, v_status) WITH ORDINALITY AS u (id, account, amount, expires, status, no)
                WHERE u.amount > 0 AND u.status = 'accepted') AS w,
             LATERAL billing_hold(w.ids, w.accounts, w.amounts, w.expires, v_now) AS h WHERE w.ids IS NOT NULL
    LOOP
      v_available[r.ord] := r.available;
      IF NOT r.granted THEN
        v_status[r.ord] := 'insufficient_credits';
      END IF;
    END LOOP;
  END IF;

  IF v_keyed THEN
    DELETE FROM idempotency_key k
      USING unnest(v_users, v_keys, v_ids, v_status) AS u ("user", key, id, status)
      WHERE k.user_id = u."user" AND k.key = u.key AND k.call_id = u.id AND u.status IN ('rate_limited', 'insufficient_credits');
  END IF;

  INSERT INTO call (id, organisation_id, user_id, tool, owner, accepted_at, expires_at)
    SELECT u.id, u.organisation, u."user", u.tool, p_owner, v_now, u.expires
      FROM unnest(v_ids, v_organisations, v_users, v_tools, v_expires, v_status) AS u (id, organisation, "user", tool, expires, status)
      WHERE u.status = 'accepted';

  RETURN QUERY
  SELECT u.no::integer, u.status, u.remaining, u.reset, u.available, u.result, a.id
    FROM (SELECT array_agg(CASE WHEN s.status = 'accepted' THEN 'accepted' ELSE 'terminal' END ORDER BY s.no) AS stages,
                 array_agg(CASE s.status WHEN 'accepted' THEN NULL WHEN 'replay' THEN 'success'
                   WHEN 'conflict' THEN 'denied' WHEN 'mismatch' THEN 'denied' ELSE s.status END ORDER BY s.no) AS outcomes,
                 array_agg(CASE s.status WHEN 'accepted' THEN NULL WHEN 'replay' THEN 'replayed'
                   WHEN 'conflict' THEN 'idempotency_conflict' WHEN 'mismatch' THEN 'idempotency_mismatch' ELSE s.status END ORDER BY s.no) AS rules,
                 array_agg(CASE WHEN s.status = 'accepted' THEN s.amount END ORDER BY s.no) AS held,
                 array_agg(CASE WHEN s.status <> 'accepted' THEN 0::bigint END ORDER BY s.no) AS captured,
                 array_agg(NULL::bigint) AS released
            FROM unnest(v_status, v_amounts) WITH ORDINALITY AS s (status, amount, no)) AS o,
         LATERAL audit_append(p_records, v_now, o.stages, o.outcomes, o.rules, o.held, o.captured, o.released, v_remaining, v_resets) AS a
    JOIN unnest(v_ids, v_status, v_remaining, v_resets, v_available, v_results) WITH ORDINALITY
      AS u (id, status, remaining, reset, available, result, no) ON u.id = a.call_id;
END $$;

-- Settlement: one round for many calls. Ends the call and its hold, keeps or frees the idempotency key, writes the terminal
-- record. Items without a register row are refusals from before admission: they only get their record.
-- `status`: ended | late (the sweeper ended it before) | recorded. Asking again after a lost answer gives the first answer:
-- `p_by` names the process that settles.
CREATE FUNCTION calls_settle(p_items json, p_records json, p_by text, p_now timestamptz)
RETURNS TABLE (ord integer, status text, captured bigint, available bigint, audit_id bigint)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_ids uuid[];
  v_users uuid[];
  v_captures bigint[];
  v_registered boolean[];
  v_outcomes text[];
  v_keys text[];
  v_results text[];
  v_keyed boolean;
  v_open uuid[];
  v_ended uuid[];
  v_held bigint[];
  v_captured bigint[];
  v_available bigint[];
BEGIN
  SELECT array_agg(x.id ORDER BY x.ord), array_agg(x."user" ORDER BY x.ord), array_agg(x.capture ORDER BY x.ord),
         array_agg(x.registered ORDER BY x.ord), array_agg(x.outcome ORDER BY x.ord), array_agg(x.key ORDER BY x.ord),
         array_agg(x.result ORDER BY x.ord), bool_or(x.key IS NOT NULL)
    INTO v_ids, v_users, v_captures, v_registered, v_outcomes, v_keys, v_results, v_keyed
    FROM json_to_recordset(p_items) AS x (ord integer, id uuid, "user" uuid, capture bigint, registered boolean, outcome text, key text, result text);

  -- (ended_at, not state: the partial index over open calls must not tempt the planner away from the primary key)
  WITH open AS (SELECT c.id FROM call c WHERE c.id = ANY (v_ids) AND c.ended_at IS NULL ORDER BY c.id FOR UPDATE)
  SELECT coalesce(array_agg(open.id), '{}') INTO v_open FROM open;

  IF cardinality(v_open) > 0 THEN
    SELECT array_agg(h.id), array_agg(h.held), array_agg(h.captured), array_agg(h.available)
      INTO v_ended, v_held, v_captured, v_available
      FROM (SELECT array_agg(u.id) AS ids, array_agg(u.capture) AS captures FROM unnest(v_ids, v_captures) AS u (id, capture) WHERE u.id = ANY (v_open)) AS w,
           LATERAL billing_end_holds(w.ids, w.captures, p_by = 'sweeper', v_now) AS h;
    UPDATE call c SET state = 'ended', outcome = u.outcome, ended_by = p_by, ended_at = v_now
      FROM unnest(v_ids, v_outcomes) AS u (id, outcome) WHERE c.id = u.id AND u.id = ANY (v_open);
    IF v_keyed THEN
      UPDATE idempotency_key k SET result = u.result
        FROM unnest(v_ids, v_users, v_keys, v_results) AS u (id, "user", key, result)
        WHERE u.result IS NOT NULL AND k.user_id = u."user" AND k.key = u.key AND k.call_id = u.id AND u.id = ANY (v_open);
      DELETE FROM idempotency_key k
        USING unnest(v_ids, v_users, v_keys, v_results) AS u (id, "user", key, result)
        WHERE u.result IS NULL AND k.user_id = u."user" AND k.key = u.key AND k.call_id = u.id AND u.id = ANY (v_open);
    END IF;
  END IF;

  RETURN QUERY
  WITH item AS (
    SELECT u.no, u.id, u.registered, u.id = ANY (v_open) AS open, m.held, m.captured, m.available
      FROM unnest(v_ids, v_registered) WITH ORDINALITY AS u (id, registered, no)
      LEFT JOIN unnest(v_ended, v_held, v_captured, v_available) AS m (id, held, captured, available) ON m.id = u.id
  ), decided AS (
    SELECT array_agg(CASE WHEN i.open OR NOT i.registered THEN 'terminal' END ORDER BY i.no) AS stages, array_agg(NULL::text) AS nothing,
           array_agg(i.held ORDER BY i.no) AS held, array_agg(coalesce(i.captured, 0) ORDER BY i.no) AS captured,
           array_agg(i.held - i.captured ORDER BY i.no) AS released, array_agg(NULL::integer) AS remaining, array_agg(NULL::bigint) AS resets
      FROM item i
  ), written AS (
    SELECT a.call_id, a.id FROM decided d,
      LATERAL audit_append(p_records, v_now, d.stages, d.nothing, d.nothing, d.held, d.captured, d.released, d.remaining, d.resets) AS a
  )
  SELECT i.no::integer, CASE WHEN i.open OR mine.id IS NOT NULL THEN 'ended' WHEN NOT i.registered THEN 'recorded' ELSE 'late' END,
         coalesce(i.captured, (SELECT h.captured FROM hold h WHERE h.id = mine.id)), i.available,
         coalesce(w.id, (SELECT a.id FROM audit_record a WHERE a.call_id = mine.id AND a.stage = 'terminal'))
    FROM item i
    LEFT JOIN written w ON w.call_id = i.id
    LEFT JOIN call mine ON mine.id = i.id AND i.registered AND NOT i.open AND mine.ended_by = p_by;
END $$;

-- Ends calls whose owner is gone: past their time, still accepted. Their holds are released and their terminal record says why.
CREATE FUNCTION calls_sweep(p_limit integer, p_now timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_items json;
  v_records json;
  v_count integer;
BEGIN
  WITH orphan AS (
    SELECT c.id, c.user_id FROM call c WHERE c.state = 'accepted' AND c.expires_at < v_now ORDER BY c.expires_at LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), numbered AS (
    SELECT o.id, o.user_id, row_number() OVER (ORDER BY o.id) AS no FROM orphan o
  )
  SELECT count(*), json_agg(json_build_object('ord', n.no, 'id', n.id, 'capture', 0, 'registered', true, 'outcome', 'internal_error',
           'user', n.user_id, 'key', k.key) ORDER BY n.no),
         json_agg((to_jsonb(a) - 'args') || jsonb_build_object('outcome', 'internal_error', 'denial_rule', 'orphaned') ORDER BY n.no)
    INTO v_count, v_items, v_records
    FROM numbered n
    JOIN audit_record a ON a.call_id = n.id AND a.stage = 'accepted'
    LEFT JOIN idempotency_key k ON k.call_id = n.id AND k.user_id = n.user_id;
  IF v_count > 0 THEN
    PERFORM calls_settle(v_items, v_records, 'sweeper', v_now);
  END IF;
  RETURN v_count;
END $$;

-- Gives a running call more time; false when it has ended.
CREATE FUNCTION calls_extend(p_id uuid, p_lifetime_ms bigint, p_now timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_until timestamptz := coalesce(p_now, clock_timestamp()) + p_lifetime_ms * interval '1 millisecond';
BEGIN
  UPDATE call SET expires_at = v_until WHERE id = p_id AND state = 'accepted';
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE hold SET expires_at = v_until WHERE id = p_id AND state = 'held';
  RETURN true;
END $$;
