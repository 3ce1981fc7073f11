import type { Kind } from '#contract/requests/kinds.ts'
import type { StoredEvent } from '#platform/event-store/event-store.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import { builtInId, builtInKinds } from './built-in-kinds.ts'
import { kindDecider } from './kind.decider.ts'
import { kindsStream, type KindEvent } from './kind.events.ts'
import type { KnownKind } from './kind-fault.decider.ts'

type Services = Pick<Platform, 'codec' | 'commands' | 'eventStore'>

/** The built-in kinds, and then the others, each as it was written last. */
export const withBuiltIn = <K extends Kind>(
  workspaceId: string,
  written: readonly K[],
): readonly (Kind | K)[] => {
  const byId = new Map(written.map((kind) => [kind.id, kind]))
  const builtIn = builtInKinds(workspaceId)
  const own = written.filter((kind) => kind.builtIn === null)
  return [...builtIn.map((kind) => byId.get(kind.id) ?? kind), ...own]
}

const known = ({ data: { kindId: id, version, builtIn, definition } }: Fact<KindEvent>): KnownKind[] =>
  definition === null ? [] : [{ id, version, builtIn, ...definition }]

/** Reads kinds from their stream: a row of a read model alone decides nothing. */
export const createKinds = ({ codec, commands, eventStore }: Services) => {
  const at = (stream: string, revisions: readonly number[]): Promise<readonly StoredEvent[]> =>
    Promise.all(revisions.map(async (from) => (await eventStore.readStream(stream, { from, max: 1 }))[0]!))
  return {
    /** All kinds of a workspace as they are at this state of their stream; without what is erased. */
    async all(workspaceId: string, state: typeof kindDecider.initialState): Promise<readonly KnownKind[]> {
      const events = await at(
        kindsStream(workspaceId),
        [...state.kinds.values()].map(({ revision }) => revision),
      )
      const written = ((await codec.decode(events)) as unknown as readonly Fact<KindEvent>[]).flatMap(known)
      return withBuiltIn(workspaceId, written).map((kind) => ({ retired: [], ...kind }))
    },
    /** The kind as it is now; undefined if there is none. Without an id it is that of free texts. */
    async find(
      workspaceId: string,
      kindId: string = builtInId(workspaceId, 'text'),
      load = commands.load,
    ): Promise<Kind | undefined> {
      const stream = kindsStream(workspaceId)
      const written = (await load(kindDecider, stream)).state.kinds.get(kindId)
      if (!written) return builtInKinds(workspaceId).find(({ id }) => id === kindId)
      const [fact] = await codec.decode(await at(stream, [written.revision]))
      return known(fact as unknown as Fact<KindEvent>)[0]
    },
  }
}
