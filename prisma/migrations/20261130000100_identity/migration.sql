CREATE TABLE organisation (
  id uuid NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  plan_code text NOT NULL,
  locale text CHECK (locale IN ('ru', 'en')),
  created_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  blocked_at timestamptz,
  CONSTRAINT organisation_pkey PRIMARY KEY (id)
);

CREATE TABLE app_user (
  id uuid NOT NULL,
  organisation_id uuid NOT NULL,
  -- Letter case of an address never tells two people apart: only the lower-case form is stored.
  email text NOT NULL CHECK (email = lower(email) AND char_length(email) BETWEEN 3 AND 254),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  password_hash text NOT NULL,
  password_changed_at timestamptz NOT NULL,
  locale text CHECK (locale IN ('ru', 'en')),
  created_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  blocked_at timestamptz,
  CONSTRAINT app_user_pkey PRIMARY KEY (id),
  CONSTRAINT app_user_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation (id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX app_user_email_key ON app_user (email);
CREATE INDEX app_user_organisation_id_idx ON app_user (organisation_id);

-- organisation_id is null for the built-in roles, which every organisation shares.
CREATE TABLE role (
  id uuid NOT NULL,
  organisation_id uuid,
  code text NOT NULL CHECK (code ~ '^[a-z][a-z0-9_]{0,63}$'),
  title text NOT NULL,
  CONSTRAINT role_pkey PRIMARY KEY (id),
  CONSTRAINT role_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation (id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX role_builtin_code_key ON role (code) WHERE organisation_id IS NULL;
CREATE UNIQUE INDEX role_organisation_code_key ON role (organisation_id, code) WHERE organisation_id IS NOT NULL;

CREATE TABLE role_right (
  role_id uuid NOT NULL,
  right_code text NOT NULL,
  CONSTRAINT role_right_pkey PRIMARY KEY (role_id, right_code),
  CONSTRAINT role_right_role_id_fkey FOREIGN KEY (role_id) REFERENCES role (id) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE user_role (
  user_id uuid NOT NULL,
  role_id uuid NOT NULL,
  CONSTRAINT user_role_pkey PRIMARY KEY (user_id, role_id),
  CONSTRAINT user_role_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT user_role_role_id_fkey FOREIGN KEY (role_id) REFERENCES role (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX user_role_role_id_idx ON user_role (role_id);

-- The key itself is never stored: only its SHA-256 and what a person needs to recognise it in a list.
CREATE TABLE api_key (
  id uuid NOT NULL,
  organisation_id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  prefix text NOT NULL,
  last_four text NOT NULL CHECK (char_length(last_four) = 4),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  read_only boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  CONSTRAINT api_key_pkey PRIMARY KEY (id),
  CONSTRAINT api_key_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation (id)
    ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT api_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX api_key_hash_key ON api_key (hash);
CREATE INDEX api_key_user_id_created_at_idx ON api_key (user_id, created_at DESC);
CREATE INDEX api_key_organisation_id_idx ON api_key (organisation_id);

CREATE TABLE mcp_token (
  jti uuid NOT NULL,
  user_id uuid NOT NULL,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  CONSTRAINT mcp_token_pkey PRIMARY KEY (jti),
  CONSTRAINT mcp_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX mcp_token_user_id_idx ON mcp_token (user_id);

-- Every process listens on turnpike_identity and forgets what it cached about the subject: `credential:<id>`,
-- `user:<id>`, `organisation:<id>` or `all`. Triggers, not callers, so that an UPDATE by hand counts as well.
-- TG_ARGV: the kind of subject and the column with its id.
CREATE FUNCTION identity_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_ARGV[0] = 'all' THEN
    PERFORM pg_notify('turnpike_identity', 'all');
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM pg_notify('turnpike_identity', TG_ARGV[0] || ':' || (to_jsonb(OLD) ->> TG_ARGV[1]));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM pg_notify('turnpike_identity', TG_ARGV[0] || ':' || (to_jsonb(NEW) ->> TG_ARGV[1]));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER organisation_changed AFTER DELETE OR UPDATE OF blocked_at, plan_code, locale ON organisation
  FOR EACH ROW EXECUTE FUNCTION identity_changed('organisation', 'id');
CREATE TRIGGER app_user_changed AFTER DELETE OR UPDATE OF password_hash, blocked_at, organisation_id, locale ON app_user
  FOR EACH ROW EXECUTE FUNCTION identity_changed('user', 'id');
CREATE TRIGGER user_role_changed AFTER INSERT OR DELETE OR UPDATE ON user_role
  FOR EACH ROW EXECUTE FUNCTION identity_changed('user', 'user_id');
CREATE TRIGGER role_right_changed AFTER INSERT OR DELETE OR UPDATE ON role_right
  FOR EACH STATEMENT EXECUTE FUNCTION identity_changed('all');
CREATE TRIGGER role_changed AFTER DELETE OR UPDATE OF organisation_id ON role
  FOR EACH STATEMENT EXECUTE FUNCTION identity_changed('all');
-- last_used_at is absent on purpose: using a key changes nothing about it.
CREATE TRIGGER api_key_changed
  AFTER DELETE OR UPDATE OF revoked_at, expires_at, scopes, read_only, user_id, organisation_id, hash ON api_key
  FOR EACH ROW EXECUTE FUNCTION identity_changed('credential', 'id');
CREATE TRIGGER mcp_token_changed AFTER DELETE OR UPDATE OF revoked_at, expires_at ON mcp_token
  FOR EACH ROW EXECUTE FUNCTION identity_changed('credential', 'jti');
