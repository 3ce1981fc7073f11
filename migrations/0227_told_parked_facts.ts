import type { Knex } from 'knex'

/** Tells the channel `parked_facts` of each change of that table, so that processes need not ask whether it is empty. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE FUNCTION tell_parked_facts() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('parked_facts', '');
      RETURN NULL;
    END
    $$;
    CREATE TRIGGER told AFTER INSERT OR UPDATE OR DELETE ON parked_facts
      FOR EACH ROW EXECUTE FUNCTION tell_parked_facts()`)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
