-- One row a record. `stage`: accepted (before a tool runs), terminal (how a call ended, refusals too), event (management).
CREATE TABLE audit_record (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  stage text NOT NULL,
  action text NOT NULL,
  organisation_id uuid,
  call_id uuid,
  user_id uuid,
  credential_kind text,
  credential_id text,
  client_name text,
  scopes text[],
  surface text,
  era text,
  batch_index integer,
  tool text,
  tool_version text,
  args_digest text,
  args jsonb,
  outcome text,
  denial_rule text,
  pii jsonb,
  price_id bigint,
  held bigint,
  captured bigint,
  released bigint,
  limit_remaining integer,
  limit_reset_ms bigint,
  duration_ms integer,
  bytes integer,
  ip text,
  user_agent text,
  trace_id text,
  details jsonb,
  CONSTRAINT audit_record_stage_check CHECK (stage IN ('accepted', 'terminal', 'event')),
  CONSTRAINT audit_record_outcome_check CHECK (outcome IS NULL OR outcome IN ('success', 'tool_error', 'denied', 'rate_limited',
    'insufficient_credits', 'invalid', 'timeout', 'cancelled', 'disconnected', 'internal_error')),
  CONSTRAINT audit_record_terminal_check CHECK (stage <> 'terminal' OR outcome IS NOT NULL)
);
-- An accepted call has exactly one accepted and one terminal record.
CREATE UNIQUE INDEX audit_record_call_key ON audit_record (call_id, stage) WHERE call_id IS NOT NULL;
CREATE INDEX audit_record_organisation_id_id_idx ON audit_record (organisation_id, id);

CREATE TRIGGER audit_record_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_record FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Appends records of calls: `p_records` is a JSON array of objects named by the columns, the arrays hold what the database
-- decided about the record of the same position. A position whose stage is null is left out.
-- (PL/pgSQL keeps the plan; before version 18 an SQL function would be planned at every call.)
CREATE FUNCTION audit_append(p_records json, p_now timestamptz, p_stages text[], p_outcomes text[], p_rules text[], p_held bigint[],
  p_captured bigint[], p_released bigint[], p_remaining integer[], p_resets bigint[])
RETURNS TABLE (call_id uuid, id bigint) LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY
  INSERT INTO audit_record (at, stage, action, organisation_id, call_id, user_id, credential_kind, credential_id, client_name, scopes,
    surface, era, batch_index, tool, tool_version, args_digest, args, outcome, denial_rule, pii, price_id, held, captured, released,
    limit_remaining, limit_reset_ms, duration_ms, bytes, ip, user_agent, trace_id, details)
  SELECT p_now, o.stage, r.action, r.organisation_id, r.call_id, r.user_id, r.credential_kind, r.credential_id, r.client_name,
    r.scopes, r.surface, r.era, r.batch_index, r.tool, r.tool_version, r.args_digest, r.args, coalesce(o.outcome, r.outcome),
    coalesce(o.rule, r.denial_rule), r.pii, r.price_id, o.held, o.captured, o.released, o.remaining, o.reset_ms,
    r.duration_ms, r.bytes, r.ip, r.user_agent, r.trace_id, r.details
    FROM ROWS FROM (json_populate_recordset(NULL::audit_record, p_records)) WITH ORDINALITY AS r
    JOIN unnest(p_stages, p_outcomes, p_rules, p_held, p_captured, p_released, p_remaining, p_resets) WITH ORDINALITY
      AS o (stage, outcome, rule, held, captured, released, remaining, reset_ms, no) ON o.no = r.ordinality
    WHERE o.stage IS NOT NULL
    ORDER BY o.no
  RETURNING audit_record.call_id, audit_record.id;
END $$;
