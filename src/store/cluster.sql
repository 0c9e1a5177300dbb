-- The tables of many machines on one database (docs/cluster.md), as version 3 has them; those of campaigns have the
-- columns of the files (docs/store.md) and, before them, the campaign. Functions: cluster_functions.sql.
CREATE SCHEMA tandem;

CREATE TABLE tandem.meta (
    version INTEGER NOT NULL,             -- of this schema
    generation BIGINT NOT NULL DEFAULT 1  -- grows with each coordinator: a server that lags behind is an old one
);
INSERT INTO tandem.meta (version) VALUES (3);
CREATE SEQUENCE tandem.tokens;

CREATE TABLE tandem.campaign (
    id BIGSERIAL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL DEFAULT 'running', -- running, paused, draining, done
    priority INTEGER NOT NULL DEFAULT 0,
    share DOUBLE PRECISION NOT NULL DEFAULT 1,
    version TEXT NOT NULL DEFAULT '',      -- of Tandem: formulas are made again from their numbers
    lease DOUBLE PRECISION NOT NULL DEFAULT 60,
    losses INTEGER NOT NULL DEFAULT 3,     -- of a chunk before it is put aside
    finding_share DOUBLE PRECISION NOT NULL DEFAULT 0.5,  -- of leases, while there is something of the kind to do
    bisect_share DOUBLE PRECISION NOT NULL DEFAULT 0.1,
    host_leases INTEGER NOT NULL DEFAULT 0, -- that one host may have; 0: any number
    next_unit BIGINT NOT NULL DEFAULT 0,   -- the first that is in no chunk
    next_chunk BIGINT NOT NULL DEFAULT 0,
    units BIGINT NOT NULL DEFAULT 0,       -- of chunks that the coordinator has read
    formulas BIGINT NOT NULL DEFAULT 0,
    calls BIGINT NOT NULL DEFAULT 0,
    seconds DOUBLE PRECISION NOT NULL DEFAULT 0,
    coordinator TEXT NOT NULL DEFAULT '',
    coordinator_until TIMESTAMPTZ NOT NULL DEFAULT '-infinity',
    begun TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE TABLE tandem.fact (campaign BIGINT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (campaign, name));
CREATE TABLE tandem.seed (campaign BIGINT NOT NULL, path TEXT NOT NULL, expected TEXT NOT NULL,
    note TEXT NOT NULL, PRIMARY KEY (campaign, path));
CREATE TABLE tandem.decision (campaign BIGINT NOT NULL, number BIGINT NOT NULL, bytes BYTEA NOT NULL,
    first BIGINT NOT NULL, PRIMARY KEY (campaign, number));
CREATE INDEX decision_first ON tandem.decision (campaign, first);
CREATE TABLE tandem.run (campaign BIGINT NOT NULL, unit BIGINT NOT NULL, solver BIGINT NOT NULL,
    verdict TEXT NOT NULL, wall DOUBLE PRECISION NOT NULL, cpu DOUBLE PRECISION NOT NULL, memory BIGINT NOT NULL);
CREATE INDEX run_unit ON tandem.run (campaign, unit);
CREATE TABLE tandem.progress (campaign BIGINT PRIMARY KEY, prefix BIGINT NOT NULL);
CREATE TABLE tandem.unit (campaign BIGINT NOT NULL, number BIGINT NOT NULL, note TEXT NOT NULL,
    PRIMARY KEY (campaign, number));
CREATE TABLE tandem.finding (
    id BIGSERIAL PRIMARY KEY, campaign BIGINT NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL,
    same_as BIGINT NOT NULL, unit BIGINT NOT NULL, solver TEXT NOT NULL, version TEXT NOT NULL,
    options TEXT NOT NULL, expected TEXT NOT NULL, got TEXT NOT NULL, message TEXT NOT NULL,
    signature TEXT NOT NULL, evidence TEXT NOT NULL, story TEXT NOT NULL, formula TEXT NOT NULL,
    reduced TEXT NOT NULL,
    seen_as TEXT,                          -- unit, kind, solver and options as they were first told
    theories BIGINT NOT NULL DEFAULT 0,
    queued BOOLEAN NOT NULL DEFAULT true,  -- the coordinator knows it
    UNIQUE (campaign, seen_as)
);
CREATE INDEX finding_same ON tandem.finding (campaign, kind, solver);
CREATE INDEX finding_new ON tandem.finding (campaign, id) WHERE NOT queued;
-- Lines of a list of known bugs (docs/findings.md), for all campaigns.
CREATE TABLE tandem.known (line TEXT NOT NULL);
CREATE UNIQUE INDEX known_line ON tandem.known (md5(line));

-- What agents need besides: the texts of seeds in their order, models, tables of functions.
CREATE TABLE tandem.file (campaign BIGINT NOT NULL, number BIGINT NOT NULL, name TEXT NOT NULL,
    expected TEXT NOT NULL, bytes BYTEA NOT NULL, PRIMARY KEY (campaign, number));

CREATE TABLE tandem.agent (
    id TEXT PRIMARY KEY,
    host TEXT NOT NULL,
    machine TEXT NOT NULL,                 -- fingerprint: results of unlike machines are kept apart
    version TEXT NOT NULL,
    solvers TEXT NOT NULL,
    jobs INTEGER NOT NULL,
    campaign BIGINT,
    state TEXT NOT NULL DEFAULT 'working', -- working, draining
    seen TIMESTAMPTZ NOT NULL DEFAULT now(),
    deadline TIMESTAMPTZ NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

-- The queue: what is done leaves it and is a row of the ledger.
CREATE TABLE tandem.chunk (
    campaign BIGINT NOT NULL,
    number BIGINT NOT NULL,
    kind TEXT NOT NULL,                    -- units, confirm, reduce, bisect
    share SMALLINT NOT NULL DEFAULT 0,     -- from which it is taken: 0 units, 1 findings, 2 bisections
    first BIGINT NOT NULL,
    count BIGINT NOT NULL,
    epoch BIGINT NOT NULL,
    finding BIGINT,
    state TEXT NOT NULL DEFAULT 'open',    -- open, leased, quarantined
    token BIGINT,
    agent TEXT,
    lost INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (campaign, number)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX chunk_open ON tandem.chunk (campaign, share, (number & 63), number) WHERE state = 'open';
CREATE UNIQUE INDEX chunk_finding ON tandem.chunk (campaign, finding) WHERE finding IS NOT NULL;
CREATE INDEX chunk_leased ON tandem.chunk (agent) WHERE state = 'leased';

CREATE TABLE tandem.ledger (
    campaign BIGINT NOT NULL, chunk BIGINT NOT NULL, kind TEXT NOT NULL, first BIGINT NOT NULL, count BIGINT NOT NULL,
    formulas BIGINT NOT NULL, calls BIGINT NOT NULL, seen BIGINT NOT NULL, seconds DOUBLE PRECISION NOT NULL,
    hash BIGINT NOT NULL, token BIGINT NOT NULL, agent TEXT NOT NULL, done TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (campaign, chunk)
);
-- What the coordinator learns from; it takes the rows away.
CREATE TABLE tandem.report (campaign BIGINT NOT NULL, chunk BIGINT NOT NULL, kind TEXT NOT NULL, count BIGINT NOT NULL,
    finding BIGINT, formulas BIGINT NOT NULL, calls BIGINT NOT NULL, seconds DOUBLE PRECISION NOT NULL, payload BYTEA NOT NULL,
    PRIMARY KEY (campaign, chunk)) WITH (autovacuum_vacuum_scale_factor = 0.02);
