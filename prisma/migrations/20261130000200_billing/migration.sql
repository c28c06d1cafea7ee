-- Money is bigint micro-credits. The words: posted, held, available = posted - held.

CREATE TABLE plan (
  code text PRIMARY KEY,
  name_ru text NOT NULL,
  name_en text NOT NULL,
  suites text[] NOT NULL,
  monthly_credits bigint NOT NULL DEFAULT 0,
  paid boolean NOT NULL DEFAULT true,
  CONSTRAINT plan_monthly_credits_check CHECK (monthly_credits >= 0)
);

CREATE TABLE account (
  id uuid PRIMARY KEY,
  organisation_id uuid,
  kind text NOT NULL,
  posted bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT account_kind_check CHECK (kind IN ('customer', 'revenue', 'funding', 'breakage')),
  CONSTRAINT account_owner_check CHECK ((kind = 'customer') = (organisation_id IS NOT NULL)),
  CONSTRAINT account_held_check CHECK (held >= 0),
  CONSTRAINT account_available_check CHECK (posted - held >= 0),
  -- The house's side is insert-only: its balance is the sum of its entries, a stored one would be a hot row for everybody.
  CONSTRAINT account_house_check CHECK (kind = 'customer' OR (posted = 0 AND held = 0))
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX account_customer_key ON account (organisation_id) WHERE kind = 'customer';

INSERT INTO account (id, kind) VALUES
  ('00000000-0000-7000-8000-000000000001', 'revenue'),
  ('00000000-0000-7000-8000-000000000002', 'funding'),
  ('00000000-0000-7000-8000-000000000003', 'breakage');

CREATE TABLE credit_grant (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  kind text NOT NULL,
  source text NOT NULL,
  amount bigint NOT NULL,
  remaining bigint NOT NULL,
  held bigint NOT NULL DEFAULT 0,
  captured bigint NOT NULL DEFAULT 0,
  expired bigint NOT NULL DEFAULT 0,
  priority integer NOT NULL DEFAULT 100,
  effective_at timestamptz NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT credit_grant_kind_check CHECK (kind IN ('paid', 'promo', 'plan')),
  CONSTRAINT credit_grant_amount_check CHECK (amount > 0),
  CONSTRAINT credit_grant_parts_check CHECK (remaining >= 0 AND held >= 0 AND captured >= 0 AND expired >= 0),
  CONSTRAINT credit_grant_sum_check CHECK (remaining + held + captured + expired = amount),
  CONSTRAINT credit_grant_dates_check CHECK (expires_at IS NULL OR expires_at > effective_at)
) WITH (fillfactor = 50);
CREATE INDEX credit_grant_account_id_idx ON credit_grant (account_id);
-- One business event (a payment, a month of a plan) grants once.
CREATE UNIQUE INDEX credit_grant_account_id_source_key ON credit_grant (account_id, source);

CREATE TABLE hold (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  amount bigint NOT NULL,
  captured bigint NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'held',
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT hold_amount_check CHECK (amount > 0),
  CONSTRAINT hold_captured_check CHECK (captured BETWEEN 0 AND amount),
  CONSTRAINT hold_state_check CHECK (state IN ('held', 'captured', 'released', 'expired')),
  CONSTRAINT hold_outcome_check CHECK ((state = 'captured') = (captured > 0)),
  CONSTRAINT hold_end_check CHECK ((state = 'held') = (ended_at IS NULL))
) WITH (fillfactor = 70);

-- Which grants a hold draws on, in draw-down order; a release gives the credits back to the same ones.
CREATE TABLE hold_part (
  hold_id uuid NOT NULL,
  no integer NOT NULL,
  grant_id uuid NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (hold_id, no),
  CONSTRAINT hold_part_amount_check CHECK (amount > 0)
);

CREATE TABLE transfer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  call_id uuid,
  note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT transfer_kind_check CHECK (kind IN ('grant', 'capture', 'expiry', 'refund', 'adjustment')),
  CONSTRAINT transfer_call_check CHECK (kind <> 'capture' OR call_id IS NOT NULL)
);
-- At most one capture per call.
CREATE UNIQUE INDEX transfer_capture_key ON transfer (call_id) WHERE kind = 'capture';

CREATE TABLE entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transfer_id bigint NOT NULL,
  account_id uuid NOT NULL,
  grant_id uuid,
  amount bigint NOT NULL,
  CONSTRAINT entry_amount_check CHECK (amount <> 0)
);
CREATE INDEX entry_account_id_id_idx ON entry (account_id, id);
CREATE INDEX entry_transfer_id_idx ON entry (transfer_id);

CREATE TABLE tool_price (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tool text NOT NULL,
  amount bigint NOT NULL,
  meter text,
  effective_at timestamptz NOT NULL,
  CONSTRAINT tool_price_amount_check CHECK (amount >= 0)
);
CREATE UNIQUE INDEX tool_price_tool_effective_at_key ON tool_price (tool, effective_at);

-- The books are written once.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER transfer_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER hold_part_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hold_part FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tool_price_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON tool_price FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The entries of a transfer come in one statement and sum to 0, and their transfer exists (it is never deleted, so this is
-- as good as a foreign key): checked once a statement, not once a row.
CREATE FUNCTION entry_must_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added WHERE NOT EXISTS (SELECT 1 FROM transfer t WHERE t.id = added.transfer_id)) THEN
    RAISE EXCEPTION 'an entry belongs to a transfer' USING ERRCODE = 'foreign_key_violation';
  END IF;
  IF EXISTS (SELECT 1 FROM added GROUP BY transfer_id HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'the entries of a transfer must sum to 0' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER entry_balance AFTER INSERT ON entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION entry_must_balance();

-- A hold ends exactly once.
CREATE FUNCTION hold_must_end_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'hold % has ended as %', OLD.id, OLD.state USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER hold_ends_once BEFORE UPDATE ON hold FOR EACH ROW WHEN (OLD.state <> 'held') EXECUTE FUNCTION hold_must_end_once();
CREATE TRIGGER hold_never_deleted BEFORE DELETE OR TRUNCATE ON hold FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Credits enter an account: one grant, one transfer from the house's funding account. The same source grants once.
-- Returns the id of the grant, new or earlier.
CREATE FUNCTION billing_grant(p_id uuid, p_account uuid, p_kind text, p_source text, p_amount bigint, p_priority integer,
  p_effective timestamptz, p_expires timestamptz) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  v_transfer bigint;
  v_known uuid;
BEGIN
  PERFORM 1 FROM account WHERE id = p_account AND kind = 'customer' FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no customer account %', p_account USING ERRCODE = 'foreign_key_violation';
  END IF;
  SELECT id INTO v_known FROM credit_grant WHERE account_id = p_account AND source = p_source;
  IF FOUND THEN
    RETURN v_known;
  END IF;
  INSERT INTO credit_grant (id, account_id, kind, source, amount, remaining, priority, effective_at, expires_at)
    VALUES (p_id, p_account, p_kind, p_source, p_amount, p_amount, p_priority, p_effective, p_expires);
  INSERT INTO transfer (kind, note) VALUES ('grant', p_source) RETURNING id INTO v_transfer;
  INSERT INTO entry (transfer_id, account_id, grant_id, amount) VALUES
    (v_transfer, p_account, p_id, p_amount),
    (v_transfer, '00000000-0000-7000-8000-000000000002', p_id, -p_amount);
  UPDATE account SET posted = posted + p_amount WHERE id = p_account;
  RETURN p_id;
END $$;

-- Breakage: what is left of grants past their date leaves the account. Held credits wait for their hold to end.
-- Returns how many grants were cut.
CREATE FUNCTION billing_expire(p_now timestamptz, p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_grant record;
  v_left bigint;
  v_transfer bigint;
  v_count integer := 0;
BEGIN
  FOR v_grant IN SELECT id, account_id FROM credit_grant WHERE expires_at <= p_now AND remaining > 0 ORDER BY account_id, id LIMIT p_limit LOOP
    PERFORM 1 FROM account WHERE id = v_grant.account_id FOR UPDATE;
    SELECT remaining INTO v_left FROM credit_grant WHERE id = v_grant.id AND remaining > 0;
    CONTINUE WHEN NOT FOUND;
    UPDATE credit_grant SET remaining = 0, expired = expired + v_left WHERE id = v_grant.id;
    INSERT INTO transfer (kind) VALUES ('expiry') RETURNING id INTO v_transfer;
    INSERT INTO entry (transfer_id, account_id, grant_id, amount) VALUES
      (v_transfer, v_grant.account_id, v_grant.id, -v_left),
      (v_transfer, '00000000-0000-7000-8000-000000000003', v_grant.id, v_left);
    UPDATE account SET posted = posted - v_left WHERE id = v_grant.account_id;
    v_count := v_count + 1;
  END LOOP;
  RETURN v_count;
END $$;

-- Every way in which the books could disagree, as rows; an empty answer is a difference of 0.
CREATE FUNCTION billing_reconcile() RETURNS TABLE (rule text, subject text, difference bigint) LANGUAGE sql STABLE AS $$
  SELECT 'posted = entries', a.id::text, a.posted - coalesce((SELECT sum(e.amount) FROM entry e WHERE e.account_id = a.id), 0)::bigint
    FROM account a WHERE a.kind = 'customer' AND a.posted <> coalesce((SELECT sum(e.amount) FROM entry e WHERE e.account_id = a.id), 0)
  UNION ALL
  SELECT 'held = open holds', a.id::text, a.held - coalesce((SELECT sum(h.amount) FROM hold h WHERE h.account_id = a.id AND h.state = 'held'), 0)::bigint
    FROM account a WHERE a.kind = 'customer'
      AND a.held <> coalesce((SELECT sum(h.amount) FROM hold h WHERE h.account_id = a.id AND h.state = 'held'), 0)
  UNION ALL
  SELECT 'posted = grants', a.id::text, a.posted - coalesce((SELECT sum(g.remaining + g.held) FROM credit_grant g WHERE g.account_id = a.id), 0)::bigint
    FROM account a WHERE a.kind = 'customer'
      AND a.posted <> coalesce((SELECT sum(g.remaining + g.held) FROM credit_grant g WHERE g.account_id = a.id), 0)
  UNION ALL
  SELECT 'captures = entries', t.id::text, h.captured + coalesce((SELECT sum(e.amount) FROM entry e WHERE e.transfer_id = t.id AND e.account_id = h.account_id), 0)::bigint
    FROM transfer t JOIN hold h ON h.id = t.call_id
    WHERE t.kind = 'capture' AND h.captured + coalesce((SELECT sum(e.amount) FROM entry e WHERE e.transfer_id = t.id AND e.account_id = h.account_id), 0) <> 0
  UNION ALL
  SELECT 'a captured hold has its transfer', h.id::text, h.captured
    FROM hold h WHERE h.state = 'captured' AND NOT EXISTS (SELECT 1 FROM transfer t WHERE t.call_id = h.id AND t.kind = 'capture')
  UNION ALL
  SELECT 'parts = hold', h.id::text, h.amount - coalesce((SELECT sum(p.amount) FROM hold_part p WHERE p.hold_id = h.id), 0)::bigint
    FROM hold h WHERE h.amount <> coalesce((SELECT sum(p.amount) FROM hold_part p WHERE p.hold_id = h.id), 0)
  UNION ALL
  SELECT 'grant = its entries', g.id::text, g.remaining + g.held - coalesce((SELECT sum(e.amount) FROM entry e WHERE e.grant_id = g.id AND e.account_id = g.account_id), 0)::bigint
    FROM credit_grant g
    WHERE g.remaining + g.held <> coalesce((SELECT sum(e.amount) FROM entry e WHERE e.grant_id = g.id AND e.account_id = g.account_id), 0)
  UNION ALL
  SELECT 'held of a grant = parts of open holds', g.id::text, g.held - coalesce(p.open, 0)
    FROM credit_grant g LEFT JOIN (SELECT p.grant_id, sum(p.amount)::bigint AS open FROM hold h JOIN hold_part p ON p.hold_id = h.id
                                   WHERE h.state = 'held' GROUP BY p.grant_id) AS p ON p.grant_id = g.id
    WHERE g.held <> coalesce(p.open, 0)
  UNION ALL
  SELECT 'a transfer has entries', t.id::text, 0::bigint
    FROM transfer t WHERE NOT EXISTS (SELECT 1 FROM entry e WHERE e.transfer_id = t.id)
  UNION ALL
  SELECT 'all entries sum to 0', 'ledger', sum(e.amount)::bigint FROM entry e HAVING sum(e.amount) <> 0
$$;
