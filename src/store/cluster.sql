-- The tables and functions of many machines on one database (docs/cluster.md). Version 1 of the cluster's
-- schema; those of campaigns have the columns of the files (docs/store.md) and, before them, the campaign.
CREATE SCHEMA tandem;

CREATE TABLE tandem.meta (
    version INTEGER NOT NULL,             -- of this schema
    generation BIGINT NOT NULL DEFAULT 1  -- grows with each coordinator: a server that lags behind is an old one
);
INSERT INTO tandem.meta (version) VALUES (1);
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
    finding_share DOUBLE PRECISION NOT NULL DEFAULT 0.5,
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
    kind TEXT NOT NULL,                    -- units, confirm, reduce
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
CREATE INDEX chunk_open ON tandem.chunk (campaign, (finding IS NOT NULL), number) WHERE state = 'open';
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

-- An agent says that it is there. Gives the generation of this server.
CREATE FUNCTION tandem.hello(p_agent TEXT, p_host TEXT, p_machine TEXT, p_version TEXT, p_solvers TEXT, p_jobs INTEGER,
    p_campaign BIGINT, p_lease DOUBLE PRECISION)
RETURNS BIGINT LANGUAGE plpgsql SECURITY DEFINER SET search_path = tandem, pg_temp AS $$
BEGIN
    INSERT INTO agent (id, host, machine, version, solvers, jobs, campaign, deadline)
        VALUES (p_agent, p_host, p_machine, p_version, p_solvers, p_jobs, p_campaign,
            clock_timestamp() + p_lease * interval '1 second')
        ON CONFLICT (id) DO UPDATE SET campaign = excluded.campaign, deadline = excluded.deadline, seen = clock_timestamp();
    RETURN (SELECT generation FROM meta);
END $$;

-- Heartbeats of all agents of a host. Those that are to end, by what is set for them or for their campaign.
CREATE FUNCTION tandem.beat(p_agents TEXT[], p_lease DOUBLE PRECISION)
RETURNS TABLE (agent TEXT, state TEXT) LANGUAGE sql SECURITY DEFINER SET search_path = tandem, pg_temp AS $$
    WITH alive AS (
        UPDATE agent a SET deadline = clock_timestamp() + p_lease * interval '1 second', seen = clock_timestamp()
            WHERE a.id = ANY (p_agents) RETURNING a.id, a.state, a.campaign)
    SELECT l.id, CASE WHEN l.state <> 'working' THEN l.state ELSE coalesce(c.state, 'running') END
        FROM alive l LEFT JOIN campaign c ON c.id = l.campaign;
$$;

-- Chunks of agents that were not heard in time are open again; one that was lost too often is put aside. A server
-- that was away has heard nobody: it waits until all had the time to come back.
CREATE FUNCTION tandem.sweep()
RETURNS BIGINT LANGUAGE plpgsql SECURITY DEFINER SET search_path = tandem, pg_temp AS $$
DECLARE n BIGINT;
BEGIN
    WITH late AS (
        SELECT c.campaign, c.number FROM chunk c JOIN agent a ON a.id = c.agent JOIN campaign k ON k.id = c.campaign
            WHERE c.state = 'leased' AND a.deadline < clock_timestamp()
                AND pg_postmaster_start_time() + k.lease * interval '1 second' < clock_timestamp()
            FOR UPDATE OF c SKIP LOCKED)
    UPDATE chunk c SET lost = c.lost + 1, token = NULL, agent = NULL,
            state = CASE WHEN c.lost + 1 >= k.losses THEN 'quarantined' ELSE 'open' END
        FROM late, campaign k WHERE c.campaign = late.campaign AND c.number = late.number AND k.id = c.campaign;
    GET DIAGNOSTICS n = ROW_COUNT;
    DELETE FROM agent a WHERE a.deadline < clock_timestamp() - interval '1 hour'
        AND NOT EXISTS (SELECT 1 FROM chunk c WHERE c.agent = a.id AND c.state = 'leased');
    RETURN n;
END $$;

-- Leases: a token each, valid for as long as nobody else got the chunk.
CREATE FUNCTION tandem.take(p_agent TEXT, p_campaign BIGINT, p_most INTEGER, p_version TEXT)
RETURNS TABLE (number BIGINT, kind TEXT, first BIGINT, count BIGINT, epoch BIGINT, finding BIGINT, token BIGINT)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = tandem, pg_temp AS $$
#variable_conflict use_column
DECLARE
    k campaign%ROWTYPE;
    prefer BOOLEAN;
    n INTEGER;
BEGIN
    SELECT * INTO k FROM campaign WHERE id = p_campaign AND state = 'running' AND version = p_version;
    IF NOT FOUND THEN RETURN; END IF;
    prefer := random() < k.finding_share;
    FOR turn IN 1 .. 2 LOOP
        RETURN QUERY
            WITH chosen AS (
                SELECT c.number FROM chunk c
                    WHERE c.campaign = p_campaign AND c.state = 'open' AND (c.finding IS NOT NULL) = prefer
                    ORDER BY c.number LIMIT p_most FOR UPDATE SKIP LOCKED)
            UPDATE chunk c SET state = 'leased', agent = p_agent, token = nextval('tandem.tokens')
                FROM chosen WHERE c.campaign = p_campaign AND c.number = chosen.number
                RETURNING c.number, c.kind, c.first, c.count, c.epoch, c.finding, c.token;
        GET DIAGNOSTICS n = ROW_COUNT;
        EXIT WHEN n > 0;
        prefer := NOT prefer;
    END LOOP;
END $$;

-- The done mark, the ledger, what there is to say of units, and the findings: together or not at all. 'done';
-- 'again': it was done before with this token, which settles a COMMIT of which nobody heard; 'late': the chunk is
-- somebody else's now. Findings are kept in any case.
CREATE FUNCTION tandem.finish(p_agent TEXT, p_campaign BIGINT, p_chunk BIGINT, p_token BIGINT, p_formulas BIGINT,
    p_calls BIGINT, p_seen BIGINT, p_seconds DOUBLE PRECISION, p_hash BIGINT, p_payload BYTEA, p_notes JSONB, p_findings JSONB)
RETURNS TEXT LANGUAGE plpgsql SECURITY DEFINER SET search_path = tandem, pg_temp AS $$
DECLARE
    c chunk%ROWTYPE;
    verdict TEXT := 'done';
BEGIN
    DELETE FROM chunk WHERE campaign = p_campaign AND number = p_chunk AND token = p_token AND state = 'leased'
        RETURNING * INTO c;
    IF FOUND THEN
        INSERT INTO ledger (campaign, chunk, kind, first, count, formulas, calls, seen, seconds, hash, token, agent)
            VALUES (p_campaign, p_chunk, c.kind, c.first, c.count, p_formulas, p_calls, p_seen, p_seconds, p_hash, p_token, p_agent);
        INSERT INTO report (campaign, chunk, kind, count, finding, formulas, calls, seconds, payload)
            VALUES (p_campaign, p_chunk, c.kind, c.count, c.finding, p_formulas, p_calls, p_seconds, p_payload);
        IF p_notes IS NOT NULL THEN
            INSERT INTO unit (campaign, number, note)
                SELECT p_campaign, x.number, x.note FROM jsonb_to_recordset(p_notes) AS x (number BIGINT, note TEXT)
                ON CONFLICT DO NOTHING;
        END IF;
    ELSIF EXISTS (SELECT 1 FROM ledger l WHERE l.campaign = p_campaign AND l.chunk = p_chunk AND l.token = p_token) THEN
        verdict := 'again';
    ELSE
        verdict := 'late';
    END IF;
    IF p_findings IS NOT NULL THEN
        INSERT INTO finding (campaign, kind, state, same_as, unit, solver, version, options, expected, got, message,
                signature, evidence, story, formula, reduced, seen_as, theories, queued)
            SELECT p_campaign, x.kind, 'seen', 0, x.unit, x.solver, x.version, x.options, x.expected, x.got, x.message,
                x.signature, x.evidence, x.story, x.formula, '',
                x.unit || ' ' || md5(x.kind || ' ' || x.solver || ' ' || x.options), x.theories, false
            FROM jsonb_to_recordset(p_findings) AS x (kind TEXT, unit BIGINT, solver TEXT, version TEXT, options TEXT,
                expected TEXT, got TEXT, message TEXT, signature TEXT, evidence TEXT, story TEXT, formula TEXT, theories BIGINT)
            ON CONFLICT DO NOTHING;
    END IF;
    RETURN verdict;
END $$;

-- An agent that ends in order gives back what it has not done; that is no loss.
CREATE FUNCTION tandem.give_back(p_agent TEXT)
RETURNS VOID LANGUAGE sql SECURITY DEFINER SET search_path = tandem, pg_temp AS $$
    UPDATE chunk SET state = 'open', token = NULL, agent = NULL WHERE agent = p_agent AND state = 'leased';
    DELETE FROM agent WHERE id = p_agent;
$$;

-- After an agent was cut off: of its leases it has these, and knows nothing of others.
CREATE FUNCTION tandem.hold(p_agent TEXT, p_tokens BIGINT[])
RETURNS VOID LANGUAGE sql SECURITY DEFINER SET search_path = tandem, pg_temp AS $$
    UPDATE chunk c SET lost = c.lost + 1, token = NULL, agent = NULL,
            state = CASE WHEN c.lost + 1 >= k.losses THEN 'quarantined' ELSE 'open' END
        FROM campaign k WHERE k.id = c.campaign AND c.agent = p_agent AND c.state = 'leased' AND c.token <> ALL (p_tokens);
$$;
