-- The heat-network suite: the network, its consumers, defects, scenarios and calculations.
-- pg_trgm is trusted since PostgreSQL 13: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE "heat_city" (
    "id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "seed" BIGINT,
    "generator_version" INTEGER,
    "data_hash" TEXT,
    "data_version" BIGINT NOT NULL,
    "loaded_at" TIMESTAMPTZ(6),

    CONSTRAINT "heat_city_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "heat_city_access" (
    "city_id" INTEGER NOT NULL,
    "organisation_id" UUID NOT NULL,

    CONSTRAINT "heat_city_access_pkey" PRIMARY KEY ("organisation_id","city_id")
);

CREATE TABLE "heat_temp_graph" (
    "id" INTEGER NOT NULL,
    "city_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "t1" DOUBLE PRECISION NOT NULL,
    "t2" DOUBLE PRECISION NOT NULL,
    "t3" DOUBLE PRECISION NOT NULL,
    "cut_top" DOUBLE PRECISION,
    "break_bottom" DOUBLE PRECISION NOT NULL,
    "tv" DOUBLE PRECISION NOT NULL,
    "tn_design" DOUBLE PRECISION NOT NULL,
    "points" JSONB,

    CONSTRAINT "heat_temp_graph_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "heat_fragment" (
    "id" INTEGER NOT NULL,
    "city_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "source_node_id" INTEGER,
    "temp_graph_id" INTEGER NOT NULL,
    "parent_id" INTEGER,
    "status" TEXT NOT NULL,
    "contour" DOUBLE PRECISION[],
    "tn_design" DOUBLE PRECISION NOT NULL,
    "tg_ground" DOUBLE PRECISION NOT NULL,
    "tv_indoor" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "heat_fragment_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "heat_fragment_stats" (
    "fragment_id" INTEGER NOT NULL,
    "nodes" INTEGER NOT NULL,
    "lines" INTEGER NOT NULL,
    "consumers" INTEGER NOT NULL,
    "length_supply_m" DOUBLE PRECISION NOT NULL,
    "length_return_m" DOUBLE PRECISION NOT NULL,
    "q_design_gcal_h" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "heat_fragment_stats_pkey" PRIMARY KEY ("fragment_id")
);

CREATE TABLE "heat_node" (
    "id" INTEGER NOT NULL,
    "fragment_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "search_name" TEXT NOT NULL,
    "lon" DOUBLE PRECISION NOT NULL,
    "lat" DOUBLE PRECISION NOT NULL,
    "z_m" DOUBLE PRECISION NOT NULL,
    "depth_m" DOUBLE PRECISION,
    "year" INTEGER,
    "owner" TEXT,
    "in_service" BOOLEAN NOT NULL,

    CONSTRAINT "heat_node_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "heat_line" (
    "id" INTEGER NOT NULL,
    "fragment_id" INTEGER NOT NULL,
    "pipe" TEXT NOT NULL,
    "from_node_id" INTEGER NOT NULL,
    "to_node_id" INTEGER NOT NULL,
    "length_m" DOUBLE PRECISION NOT NULL,
    "dn_mm" INTEGER,
    "d_out_mm" DOUBLE PRECISION,
    "wall_mm" DOUBLE PRECISION,
    "d_in_m" DOUBLE PRECISION,
    "roughness_mm" DOUBLE PRECISION NOT NULL,
    "zeta_sum" DOUBLE PRECISION,
    "overgrowth_mm" DOUBLE PRECISION NOT NULL,
    "laying" TEXT NOT NULL,
    "year_laid" INTEGER,
    "year_rebuilt" INTEGER,
    "insulation" TEXT,
    "heatloss_norm" TEXT,
    "heatloss_factor" DOUBLE PRECISION NOT NULL,
    "max_pressure_bar" DOUBLE PRECISION NOT NULL,
    "owner" TEXT,
    "in_service" BOOLEAN NOT NULL,
    "geometry" DOUBLE PRECISION[],
    "pair_line_id" INTEGER,

    CONSTRAINT "heat_line_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "heat_source" (
    "node_id" INTEGER NOT NULL,
    "h_supply_m" DOUBLE PRECISION NOT NULL,
    "h_return_m" DOUBLE PRECISION NOT NULL,
    "p_available" DOUBLE PRECISION NOT NULL,
    "t1_design" DOUBLE PRECISION NOT NULL,
    "t2_design" DOUBLE PRECISION NOT NULL,
    "q_max_gcal" DOUBLE PRECISION NOT NULL,
    "makeup_max_t_h" DOUBLE PRECISION NOT NULL,
    "static_head_m" DOUBLE PRECISION NOT NULL,
    "mode" TEXT NOT NULL,

    CONSTRAINT "heat_source_pkey" PRIMARY KEY ("node_id")
);

CREATE TABLE "heat_consumer" (
    "node_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "search_address" TEXT NOT NULL,
    "building_kind" TEXT NOT NULL,
    "category" INTEGER NOT NULL,
    "q_heat" DOUBLE PRECISION NOT NULL,
    "q_vent" DOUBLE PRECISION NOT NULL,
    "q_dhw_avg" DOUBLE PRECISION NOT NULL,
    "q_dhw_max" DOUBLE PRECISION NOT NULL,
    "floors" INTEGER NOT NULL,
    "height_m" DOUBLE PRECISION NOT NULL,
    "tv" DOUBLE PRECISION NOT NULL,
    "scheme" TEXT NOT NULL,
    "nozzle_mm" DOUBLE PRECISION,
    "orifice_heat_mm" DOUBLE PRECISION,
    "orifice_dhw_mm" DOUBLE PRECISION,
    "dp_req_bar" DOUBLE PRECISION NOT NULL,
    "resistance_s" DOUBLE PRECISION,
    "contact_name" TEXT,
    "contact_phone" TEXT,
    "account_no" TEXT,
    "closed" BOOLEAN NOT NULL,

    CONSTRAINT "heat_consumer_pkey" PRIMARY KEY ("node_id")
);

CREATE TABLE "heat_valve" (
    "node_id" INTEGER NOT NULL,
    "pipe" TEXT NOT NULL,
    "dn" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "opening" DOUBLE PRECISION NOT NULL,
    "zeta_open" DOUBLE PRECISION NOT NULL,
    "normal_state" TEXT NOT NULL,
    "last_checked" DATE,
    "faulty" BOOLEAN NOT NULL,
    "remote" BOOLEAN NOT NULL,

    CONSTRAINT "heat_valve_pkey" PRIMARY KEY ("node_id")
);

CREATE TABLE "heat_pump" (
    "node_id" INTEGER NOT NULL,
    "pipe" TEXT NOT NULL,
    "h0_m" DOUBLE PRECISION NOT NULL,
    "a" DOUBLE PRECISION NOT NULL,
    "n_parallel" INTEGER NOT NULL,
    "speed" DOUBLE PRECISION NOT NULL,
    "on" BOOLEAN NOT NULL,

    CONSTRAINT "heat_pump_pkey" PRIMARY KEY ("node_id")
);

CREATE TABLE "heat_setpress" (
    "node_id" INTEGER NOT NULL,
    "pipe" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "set_m" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "heat_setpress_pkey" PRIMARY KEY ("node_id")
);

CREATE TABLE "heat_poi" (
    "id" INTEGER NOT NULL,
    "city_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "lon" DOUBLE PRECISION NOT NULL,
    "lat" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "heat_poi_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "heat_defect" (
    "id" INTEGER NOT NULL,
    "line_id" INTEGER,
    "node_id" INTEGER,
    "found_at" DATE NOT NULL,
    "closed_at" DATE,
    "kind" TEXT NOT NULL,
    "cause" TEXT,
    "pipe" TEXT,
    "severity" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "lon" DOUBLE PRECISION NOT NULL,
    "lat" DOUBLE PRECISION NOT NULL,
    "found_in" TEXT NOT NULL,

    CONSTRAINT "heat_defect_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "heat_event" (
    "id" SERIAL NOT NULL,
    "city_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "object" TEXT NOT NULL,
    "object_id" INTEGER,
    "user_name" TEXT,
    "text" TEXT NOT NULL,

    CONSTRAINT "heat_event_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "heat_scenario" (
    "id" SERIAL NOT NULL,
    "city_id" INTEGER NOT NULL,
    "organisation_id" UUID,
    "name" TEXT NOT NULL,
    "base_version" BIGINT NOT NULL,
    "author" TEXT,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "archived_at" TIMESTAMPTZ(6),

    CONSTRAINT "heat_scenario_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "heat_scenario_change" (
    "id" SERIAL NOT NULL,
    "scenario_id" INTEGER NOT NULL,
    "seq" INTEGER NOT NULL,
    "op" TEXT NOT NULL,
    "object" TEXT NOT NULL,
    "object_id" INTEGER NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "heat_scenario_change_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "heat_calculation" (
    "id" SERIAL NOT NULL,
    "city_id" INTEGER NOT NULL,
    "organisation_id" UUID,
    "name" TEXT NOT NULL,
    "author" TEXT,
    "mode" TEXT NOT NULL,
    "tn" DOUBLE PRECISION NOT NULL,
    "fragment_ids" INTEGER[],
    "scenario_id" INTEGER,
    "options" JSONB NOT NULL,
    "data_version" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "started_at" TIMESTAMPTZ(6),
    "finished_at" TIMESTAMPTZ(6),
    "iterations" INTEGER,
    "residual" DOUBLE PRECISION,
    "summary" JSONB,
    "warnings" JSONB NOT NULL,

    CONSTRAINT "heat_calculation_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "heat_calc_node" (
    "calc_id" INTEGER NOT NULL,
    "node_id" INTEGER NOT NULL,
    "h_sup_m" REAL,
    "h_ret_m" REAL,
    "p_sup_bar" REAL,
    "p_ret_bar" REAL,
    "t_sup" REAL,
    "t_ret" REAL,
    "dh_m" REAL,

    CONSTRAINT "heat_calc_node_pkey" PRIMARY KEY ("calc_id","node_id")
);

CREATE TABLE "heat_calc_line" (
    "calc_id" INTEGER NOT NULL,
    "line_id" INTEGER NOT NULL,
    "g_t_h" REAL,
    "v_m_s" REAL,
    "dp_bar" REAL,
    "r_pa_m" REAL,
    "t_in" REAL,
    "t_out" REAL,
    "q_loss_gcal_h" REAL,

    CONSTRAINT "heat_calc_line_pkey" PRIMARY KEY ("calc_id","line_id")
);

CREATE TABLE "heat_calc_consumer" (
    "calc_id" INTEGER NOT NULL,
    "node_id" INTEGER NOT NULL,
    "g_t_h" REAL,
    "q_gcal_h" REAL,
    "q_ratio" REAL,
    "dh_m" REAL,
    "t1" REAL,
    "t2" REAL,
    "t_in_room" REAL,
    "status" TEXT NOT NULL,

    CONSTRAINT "heat_calc_consumer_pkey" PRIMARY KEY ("calc_id","node_id")
);

CREATE TABLE "heat_trace_config" (
    "id" SERIAL NOT NULL,
    "city_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "trace_type" TEXT NOT NULL,
    "stop_at" TEXT[],
    "pipe" TEXT,
    "respect_direction" BOOLEAN NOT NULL,

    CONSTRAINT "heat_trace_config_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "heat_task" (
    "id" UUID NOT NULL,
    "organisation_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "progress" INTEGER NOT NULL,
    "stage" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "started_at" TIMESTAMPTZ(6),
    "finished_at" TIMESTAMPTZ(6),
    "result" JSONB,
    "error" TEXT,

    CONSTRAINT "heat_task_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "heat_city_code_key" ON "heat_city"("code");

CREATE INDEX "heat_city_access_city_id_idx" ON "heat_city_access"("city_id");

CREATE INDEX "heat_temp_graph_city_id_idx" ON "heat_temp_graph"("city_id");

CREATE INDEX "heat_fragment_city_id_idx" ON "heat_fragment"("city_id");

CREATE INDEX "heat_fragment_temp_graph_id_idx" ON "heat_fragment"("temp_graph_id");

CREATE INDEX "heat_node_fragment_id_idx" ON "heat_node"("fragment_id");

CREATE INDEX "heat_line_fragment_id_idx" ON "heat_line"("fragment_id");

CREATE INDEX "heat_line_from_node_id_idx" ON "heat_line"("from_node_id");

CREATE INDEX "heat_line_to_node_id_idx" ON "heat_line"("to_node_id");

CREATE INDEX "heat_poi_city_id_idx" ON "heat_poi"("city_id");

CREATE INDEX "heat_defect_line_id_idx" ON "heat_defect"("line_id");

CREATE INDEX "heat_defect_node_id_idx" ON "heat_defect"("node_id");

CREATE INDEX "heat_event_city_id_at_idx" ON "heat_event"("city_id", "at");

CREATE INDEX "heat_scenario_city_id_idx" ON "heat_scenario"("city_id");

CREATE UNIQUE INDEX "heat_scenario_change_scenario_id_seq_key" ON "heat_scenario_change"("scenario_id", "seq");

CREATE INDEX "heat_calculation_city_id_finished_at_idx" ON "heat_calculation"("city_id", "finished_at");

CREATE INDEX "heat_calculation_scenario_id_idx" ON "heat_calculation"("scenario_id");

CREATE INDEX "heat_trace_config_city_id_idx" ON "heat_trace_config"("city_id");

CREATE INDEX "heat_task_organisation_id_created_at_idx" ON "heat_task"("organisation_id", "created_at");

ALTER TABLE "heat_city_access" ADD CONSTRAINT "heat_city_access_city_id_fkey" FOREIGN KEY ("city_id") REFERENCES "heat_city"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_temp_graph" ADD CONSTRAINT "heat_temp_graph_city_id_fkey" FOREIGN KEY ("city_id") REFERENCES "heat_city"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_fragment" ADD CONSTRAINT "heat_fragment_city_id_fkey" FOREIGN KEY ("city_id") REFERENCES "heat_city"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_fragment" ADD CONSTRAINT "heat_fragment_temp_graph_id_fkey" FOREIGN KEY ("temp_graph_id") REFERENCES "heat_temp_graph"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "heat_fragment_stats" ADD CONSTRAINT "heat_fragment_stats_fragment_id_fkey" FOREIGN KEY ("fragment_id") REFERENCES "heat_fragment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_node" ADD CONSTRAINT "heat_node_fragment_id_fkey" FOREIGN KEY ("fragment_id") REFERENCES "heat_fragment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_line" ADD CONSTRAINT "heat_line_fragment_id_fkey" FOREIGN KEY ("fragment_id") REFERENCES "heat_fragment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_line" ADD CONSTRAINT "heat_line_from_node_id_fkey" FOREIGN KEY ("from_node_id") REFERENCES "heat_node"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_line" ADD CONSTRAINT "heat_line_to_node_id_fkey" FOREIGN KEY ("to_node_id") REFERENCES "heat_node"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_source" ADD CONSTRAINT "heat_source_node_id_fkey" FOREIGN KEY ("node_id") REFERENCES "heat_node"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_consumer" ADD CONSTRAINT "heat_consumer_node_id_fkey" FOREIGN KEY ("node_id") REFERENCES "heat_node"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_valve" ADD CONSTRAINT "heat_valve_node_id_fkey" FOREIGN KEY ("node_id") REFERENCES "heat_node"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_pump" ADD CONSTRAINT "heat_pump_node_id_fkey" FOREIGN KEY ("node_id") REFERENCES "heat_node"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_setpress" ADD CONSTRAINT "heat_setpress_node_id_fkey" FOREIGN KEY ("node_id") REFERENCES "heat_node"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_poi" ADD CONSTRAINT "heat_poi_city_id_fkey" FOREIGN KEY ("city_id") REFERENCES "heat_city"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_defect" ADD CONSTRAINT "heat_defect_line_id_fkey" FOREIGN KEY ("line_id") REFERENCES "heat_line"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_defect" ADD CONSTRAINT "heat_defect_node_id_fkey" FOREIGN KEY ("node_id") REFERENCES "heat_node"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_event" ADD CONSTRAINT "heat_event_city_id_fkey" FOREIGN KEY ("city_id") REFERENCES "heat_city"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_scenario" ADD CONSTRAINT "heat_scenario_city_id_fkey" FOREIGN KEY ("city_id") REFERENCES "heat_city"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_scenario_change" ADD CONSTRAINT "heat_scenario_change_scenario_id_fkey" FOREIGN KEY ("scenario_id") REFERENCES "heat_scenario"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_calculation" ADD CONSTRAINT "heat_calculation_city_id_fkey" FOREIGN KEY ("city_id") REFERENCES "heat_city"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_calculation" ADD CONSTRAINT "heat_calculation_scenario_id_fkey" FOREIGN KEY ("scenario_id") REFERENCES "heat_scenario"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_calc_node" ADD CONSTRAINT "heat_calc_node_calc_id_fkey" FOREIGN KEY ("calc_id") REFERENCES "heat_calculation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_calc_line" ADD CONSTRAINT "heat_calc_line_calc_id_fkey" FOREIGN KEY ("calc_id") REFERENCES "heat_calculation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_calc_consumer" ADD CONSTRAINT "heat_calc_consumer_calc_id_fkey" FOREIGN KEY ("calc_id") REFERENCES "heat_calculation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "heat_trace_config" ADD CONSTRAINT "heat_trace_config_city_id_fkey" FOREIGN KEY ("city_id") REFERENCES "heat_city"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Fuzzy search compares normalised text (search-text.ts).
CREATE INDEX "heat_node_search_name_trgm" ON "heat_node" USING gin ("search_name" gin_trgm_ops);
CREATE INDEX "heat_consumer_search_address_trgm" ON "heat_consumer" USING gin ("search_address" gin_trgm_ops);
CREATE INDEX "heat_defect_text_trgm" ON "heat_defect" USING gin ("text" gin_trgm_ops);

-- Ids of city N lie in (N-1)*1 000 000 + 1 .. N*1 000 000 and must fit a 32-bit integer.
ALTER TABLE "heat_city" ADD CHECK ("id" BETWEEN 1 AND 2147), ADD CHECK ("code" ~ '^[a-z0-9][a-z0-9_-]{0,39}$'), ADD CHECK ("data_version" > 0);
ALTER TABLE "heat_temp_graph" ADD CHECK ("t1" > "t2");
ALTER TABLE "heat_fragment" ADD CHECK ("status" IN ('active', 'draft', 'archived'));
ALTER TABLE "heat_node" ADD CHECK ("type" IN ('source', 'consumer', 'chamber', 'valve', 'pumpstation', 'setpress', 'ctp', 'compensator', 'drain', 'airvent', 'branch', 'diameter_change', 'end')),
  ADD CHECK ("lon" BETWEEN -180 AND 180 AND "lat" BETWEEN -90 AND 90);
ALTER TABLE "heat_line" ADD CHECK ("pipe" IN ('supply', 'return', 'dhw_supply', 'dhw_circ')), ADD CHECK ("length_m" >= 0),
  ADD CHECK ("laying" IN ('channel', 'channelless_ppu', 'overhead', 'basement', 'tunnel', 'technical')),
  ADD CHECK ("heatloss_norm" IN ('1959_1989', '1990_1997', '1998_2003', '2004'));
ALTER TABLE "heat_source" ADD CHECK ("mode" IN ('fixed_head', 'fixed_dp'));
ALTER TABLE "heat_consumer" ADD CHECK ("category" BETWEEN 1 AND 3),
  ADD CHECK ("q_heat" >= 0 AND "q_vent" >= 0 AND "q_dhw_avg" >= 0 AND "q_dhw_max" >= 0);
ALTER TABLE "heat_valve" ADD CHECK ("pipe" IN ('both', 'supply', 'return')), ADD CHECK ("state" IN ('open', 'closed', 'throttled')),
  ADD CHECK ("normal_state" IN ('open', 'closed', 'throttled')), ADD CHECK ("opening" BETWEEN 0 AND 1);
ALTER TABLE "heat_pump" ADD CHECK ("pipe" IN ('supply', 'return')), ADD CHECK ("speed" BETWEEN 0 AND 1.2), ADD CHECK ("n_parallel" > 0);
ALTER TABLE "heat_setpress" ADD CHECK ("pipe" IN ('supply', 'return')), ADD CHECK ("kind" IN ('downstream', 'upstream', 'dp', 'makeup'));
ALTER TABLE "heat_defect" ADD CHECK (num_nonnulls("line_id", "node_id") = 1), ADD CHECK ("severity" BETWEEN 1 AND 3),
  ADD CHECK ("kind" IN ('fistula', 'burst', 'gland_leak', 'valve_fault', 'insulation', 'support', 'flooding', 'other')),
  ADD CHECK ("found_in" IN ('operation', 'hydraulic_test', 'inspection')), ADD CHECK ("closed_at" >= "found_at");
ALTER TABLE "heat_scenario" ADD CHECK ("status" IN ('draft', 'approved', 'archived'));
ALTER TABLE "heat_scenario_change" ADD CHECK ("op" IN ('insert', 'update', 'delete')),
  ADD CHECK ("object" IN ('node', 'line', 'consumer', 'valve', 'pump', 'source'));
ALTER TABLE "heat_calculation" ADD CHECK ("mode" IN ('plan', 'emergency')),
  ADD CHECK ("state" IN ('queued', 'running', 'done', 'failed', 'cancelled')), ADD CHECK (cardinality("fragment_ids") > 0);
ALTER TABLE "heat_trace_config" ADD CHECK ("trace_type" IN ('connected', 'upstream', 'downstream', 'subnetwork'));
ALTER TABLE "heat_task" ADD CHECK ("state" IN ('queued', 'running', 'done', 'failed', 'cancelled')), ADD CHECK ("progress" BETWEEN 0 AND 100);
