import type { Knex } from 'knex'

/**
 * A read model can have several builds, each with its tables in its own schema. The projector creates them from the definition of the
 * read model. The tables of earlier migrations are dropped and built again from the events.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    DROP TABLE users, devices, workspaces, participants, invitations, requests, request_workspaces, request_participants,
      audit_entries, audit_heads, audit_targets, audit_people, audit_mails, parked_facts, checkpoints;

    -- One row per build: its name, which is also the schema of its tables, and its position.
    CREATE TABLE checkpoints (
      name text PRIMARY KEY,
      model text NOT NULL,
      version integer NOT NULL,
      build integer NOT NULL,
      state text NOT NULL CHECK (state IN ('building', 'ready', 'active', 'previous', 'retiring')),
      promotes boolean NOT NULL,
      store_id uuid NOT NULL,
      -- The head of the event store at the start of the build.
      begun_at text,
      position text,
      fact text,
      resumed integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      promoted_at timestamptz,
      UNIQUE (model, build)
    );
    CREATE UNIQUE INDEX checkpoints_active ON checkpoints (model) WHERE state = 'active';

    CREATE TABLE parked_facts (
      build text NOT NULL REFERENCES checkpoints ON DELETE CASCADE,
      position text NOT NULL,
      lane text NOT NULL,
      stream text,
      revision bigint,
      event_id uuid NOT NULL,
      type text NOT NULL,
      workspace_id uuid,
      actor_user_id uuid,
      held boolean NOT NULL DEFAULT false,
      error text NOT NULL,
      parked_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (build, position)
    );
    CREATE INDEX parked_facts_lane ON parked_facts (build, lane, position);
    CREATE INDEX parked_facts_workspace ON parked_facts (build, workspace_id);
  `)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
