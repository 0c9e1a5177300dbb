-- What agents do on the server, one round trip each; tables are in cluster.sql. Run when the tables are made and
-- when they are brought to a newer version. Functions that run with the rights of their owner are what agents call; the
-- others are their parts.

-- An agent says that it is there. Gives the generation of this server.
CREATE OR REPLACE FUNCTION tandem.hello(p_agent TEXT, p_host TEXT, p_machine TEXT, p_version TEXT, p_solvers TEXT, p_jobs INTEGER,
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
CREATE OR REPLACE FUNCTION tandem.beat(p_agents TEXT[], p_lease DOUBLE PRECISION)
RETURNS TABLE (agent TEXT, state TEXT) LANGUAGE sql SECURITY DEFINER SET search_path = tandem, pg_temp AS $$
    WITH alive AS (
        UPDATE agent a SET deadline = clock_timestamp() + p_lease * interval '1 second', seen = clock_timestamp()
            WHERE a.id = ANY (p_agents) RETURNING a.id, a.state, a.campaign)
    SELECT l.id, CASE WHEN l.state <> 'working' THEN l.state ELSE coalesce(c.state, 'running') END
        FROM alive l LEFT JOIN campaign c ON c.id = l.campaign;
$$;

-- Chunks of agents that were not heard in time are open again; one that was lost too often is put aside. A server
-- that was away has heard nobody: it waits until all had the time to come back. A deadline that is further away than any
-- heartbeat sets it is of another clock: the server's was put back.
CREATE OR REPLACE FUNCTION tandem.sweep()
RETURNS BIGINT LANGUAGE plpgsql SECURITY DEFINER SET search_path = tandem, pg_temp AS $$
DECLARE n BIGINT;
BEGIN
    WITH late AS (
        SELECT c.campaign, c.number FROM chunk c JOIN agent a ON a.id = c.agent JOIN campaign k ON k.id = c.campaign
            WHERE c.state = 'leased' AND (a.deadline < clock_timestamp()
                    OR a.deadline > clock_timestamp() + 2 * greatest(k.lease, 60) * interval '1 second')
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

-- The done mark, the ledger, what there is to say of units, and the findings: together or not at all. 'done';
-- 'again': it was done before with this token, which settles a COMMIT of which nobody heard; 'late': the chunk is
-- somebody else's now. Findings are kept in any case.
CREATE OR REPLACE FUNCTION tandem.finish(p_agent TEXT, p_campaign BIGINT, p_chunk BIGINT, p_token BIGINT, p_formulas BIGINT,
    p_calls BIGINT, p_seen BIGINT, p_seconds DOUBLE PRECISION, p_hash BIGINT, p_payload BYTEA, p_notes JSONB, p_findings JSONB)
RETURNS TEXT LANGUAGE plpgsql AS $$
DECLARE
    n INTEGER;
    verdict TEXT := 'done';
BEGIN
    WITH gone AS (
        DELETE FROM chunk WHERE campaign = p_campaign AND number = p_chunk AND token = p_token -- which only a leased one has
            RETURNING kind, first, count, finding),
    kept AS (
        INSERT INTO ledger (campaign, chunk, kind, first, count, formulas, calls, seen, seconds, hash, token, agent)
            SELECT p_campaign, p_chunk, kind, first, count, p_formulas, p_calls, p_seen, p_seconds, p_hash, p_token, p_agent FROM gone)
    INSERT INTO report (campaign, chunk, kind, count, finding, formulas, calls, seconds, payload)
        SELECT p_campaign, p_chunk, kind, count, finding, p_formulas, p_calls, p_seconds, p_payload FROM gone;
    GET DIAGNOSTICS n = ROW_COUNT;
    IF n > 0 THEN
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

-- What came of a chunk, and the next ones, in one transaction. A row for each lease, or one without. p_chunk NULL: there
-- is none to deliver; p_most 0: none is wanted. A lease is a token, valid for as long as nobody else got the chunk.
--
-- Whose share is taken from first is drawn; where there is nothing, it is the next one's turn. Chunks of units are in 64
-- lanes, and each call begins in one of them: those that come at the same moment seldom meet the same rows, and what others
-- have taken since the last vacuum is not passed over row by row. Plans are made once in a session, and none that is good only
-- while tables are empty, as they are when a campaign begins: each statement has one index to go by, in its order.
CREATE OR REPLACE FUNCTION tandem.exchange(p_agent TEXT, p_campaign BIGINT, p_chunk BIGINT, p_token BIGINT, p_formulas BIGINT,
    p_calls BIGINT, p_seen BIGINT, p_seconds DOUBLE PRECISION, p_hash BIGINT, p_payload BYTEA, p_notes JSONB, p_findings JSONB,
    p_most INTEGER, p_version TEXT)
RETURNS TABLE (verdict TEXT, number BIGINT, kind TEXT, first BIGINT, count BIGINT, epoch BIGINT, finding BIGINT, token BIGINT)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = tandem, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
SET enable_sort = off SET enable_bitmapscan = off SET jit = off AS $$
#variable_conflict use_column
DECLARE
    k RECORD;
    more INTEGER := p_most;
    drawn DOUBLE PRECISION := random();
    turn SMALLINT := 0;
    turns INTEGER := 0;
    lane BIGINT := -1; -- to be drawn
    given INTEGER := 0;
BEGIN
    IF p_chunk IS NOT NULL THEN
        verdict := finish(p_agent, p_campaign, p_chunk, p_token, p_formulas, p_calls, p_seen, p_seconds, p_hash, p_payload,
            p_notes, p_findings);
    END IF;
    IF more > 0 THEN
        SELECT finding_share, bisect_share, host_leases INTO k FROM campaign
            WHERE id = p_campaign AND state = 'running' AND version = p_version;
        IF NOT FOUND THEN
            more := 0;
        ELSIF k.host_leases > 0 THEN
            more := least(more, k.host_leases - (SELECT count(*) FROM agent mine JOIN agent a ON a.host = mine.host
                JOIN chunk c ON c.agent = a.id AND c.state = 'leased' AND c.campaign = p_campaign WHERE mine.id = p_agent));
        END IF;
        IF drawn < k.bisect_share THEN turn := 2; ELSIF drawn < k.bisect_share + k.finding_share THEN turn := 1; END IF;
    END IF;
    WHILE given < more AND turns < 3 LOOP
        IF lane < 0 THEN lane := CASE turn WHEN 0 THEN floor(64 * random()) ELSE 0 END; END IF;
        UPDATE chunk c SET state = 'leased', agent = p_agent, token = nextval('tandem.tokens')
            WHERE c.campaign = p_campaign AND c.number = (
                SELECT o.number FROM chunk o
                    WHERE o.campaign = p_campaign AND o.state = 'open' AND o.share = turn AND (o.number & 63) >= lane
                    ORDER BY (o.number & 63), o.number LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING c.number, c.kind, c.first, c.count, c.epoch, c.finding, c.token
            INTO number, kind, first, count, epoch, finding, token;
        IF FOUND THEN
            RETURN NEXT;
            given := given + 1;
        ELSIF lane > 0 THEN
            lane := 0;
        ELSE
            turn := (turn + 1) % 3;
            turns := turns + 1;
            lane := -1;
        END IF;
    END LOOP;
    IF given = 0 THEN RETURN NEXT; END IF;
END $$;

-- An agent that ends in order gives back what it has not done; that is no loss.
CREATE OR REPLACE FUNCTION tandem.give_back(p_agent TEXT)
RETURNS VOID LANGUAGE sql SECURITY DEFINER SET search_path = tandem, pg_temp AS $$
    UPDATE chunk SET state = 'open', token = NULL, agent = NULL WHERE agent = p_agent AND state = 'leased';
    DELETE FROM agent WHERE id = p_agent;
$$;

-- After an agent was cut off: of its leases it has these, and knows nothing of others.
CREATE OR REPLACE FUNCTION tandem.hold(p_agent TEXT, p_tokens BIGINT[])
RETURNS VOID LANGUAGE sql SECURITY DEFINER SET search_path = tandem, pg_temp AS $$
    UPDATE chunk c SET lost = c.lost + 1, token = NULL, agent = NULL,
            state = CASE WHEN c.lost + 1 >= k.losses THEN 'quarantined' ELSE 'open' END
        FROM campaign k WHERE k.id = c.campaign AND c.agent = p_agent AND c.state = 'leased' AND c.token <> ALL (p_tokens);
$$;
