import type { Knex } from 'knex'

/**
 * Positions are assigned under the lock of the single row in `head`, in the transaction that writes the events. They have no gaps,
 * and a reader that sees a position sees every smaller one. Only `event_store.append` may write to `events`.
 */
export const up = (knex: Knex) =>
  knex.raw(`
    create schema event_store;

    create table event_store.identity (
      only_row boolean primary key default true check (only_row),
      store_id uuid not null default gen_random_uuid()
    );
    insert into event_store.identity default values;

    create table event_store.head (
      only_row boolean primary key default true check (only_row),
      position bigint not null
    ) with (fillfactor = 10);
    insert into event_store.head (position) values (0);

    create table event_store.events (
      position bigint primary key,
      stream text collate "C" not null,
      revision bigint not null check (revision >= 0),
      id uuid not null,
      type text not null,
      data text not null,
      metadata text not null,
      recorded_at timestamptz not null default clock_timestamp(),
      unique (stream, revision)
    );

    create function event_store.refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'facts cannot be changed or removed (%)', lower(tg_op) using errcode = 'insufficient_privilege';
    end
    $$;
    create trigger immutable before update or delete or truncate on event_store.events
      for each statement execute function event_store.refuse_change();
    alter table event_store.events enable always trigger immutable;

    -- Many appends, at most one per stream. Append i is accepted if streams[i] is at revision expected[i]
    -- (-1: the stream does not exist). The other arrays contain the events of all appends in order;
    -- append_of[n] is the append of event n, counted from 1. Returns the actual revisions and the position
    -- before the batch. The events of the accepted appends follow it in order.
    create function event_store.append(
      streams text[], expected bigint[],
      append_of bigint[], revisions bigint[], ids uuid[], types text[], data text[], metadata text[],
      out actual bigint[], out before bigint
    ) language plpgsql as $$
    declare
      written bigint := cardinality(ids);
    begin
      update event_store.head set position = position + written returning position - written into before;

      actual := array(
        select coalesce((
          select e.revision from event_store.events e where e.stream = a.stream order by e.revision desc limit 1
        ), -1)
        from unnest(streams) a (stream)
      );

      if actual = expected then
        insert into event_store.events (position, stream, revision, id, type, data, metadata)
        select before + f.n, streams[f.i], f.revision, f.id, f.type, f.data, f.metadata
        from unnest(append_of, revisions, ids, types, data, metadata)
          with ordinality f (i, revision, id, type, data, metadata, n);
      else
        insert into event_store.events (position, stream, revision, id, type, data, metadata)
        select before + row_number() over (order by f.n),
          streams[f.i], f.revision, f.id, f.type, f.data, f.metadata
        from unnest(append_of, revisions, ids, types, data, metadata)
          with ordinality f (i, revision, id, type, data, metadata, n)
        where actual[f.i] = expected[f.i];
        get diagnostics written = row_count;
        update event_store.head set position = before + written;
      end if;

      if written > 0 then
        perform pg_notify('event_store', 'p1:' || lpad((before + written)::text, 20, '0'));
      end if;
    end
    $$;
  `)

export const down = () => {
  throw new Error('Facts are never dropped.')
}
