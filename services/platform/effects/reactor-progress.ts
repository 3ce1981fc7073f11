import type { Knex } from 'knex'
import type { EventStore, Position } from '../event-store/event-store.ts'
import { faultOf } from '../watch/fault.ts'
import type { Logger } from '../watch/logger.ts'
import {
  moveReactorCheckpoint,
  moveReactorCheckpoints,
  noteReactorFault,
  openReactorCheckpoint,
  ReactorMoved,
  type Beside,
  type Place,
} from './reactor-checkpoints.ts'

/**
 * How far the reactors of this process have come. Their checkpoints follow together, in one statement within a second: after a crash
 * a reactor gets at most 100 facts again, whose effects are known by their ids.
 */
export type ReactorProgress = {
  /** Returns where the reactor goes on. `onMoved` is called when another worker has moved its checkpoint. Throws ReactorMismatch. */
  open(
    name: string,
    store: Pick<EventStore, 'identity' | 'head' | 'factAt'>,
    onMoved: () => void,
  ): Promise<Position | null>
  /** The reactor has handled one more fact, or has read many, up to this place. Throws ReactorMoved. */
  reached(name: string, place: Place): Promise<void>
  /** Moves the checkpoint now, in one statement with `beside`, and returns the rows of that. Throws ReactorMoved, and then changed nothing. */
  move<Row>(name: string, place: Place, beside: Beside<Row>, db?: Knex): Promise<readonly Row[]>
  /** Records since when a reactor fails where it is, until it moves. */
  noteFault(name: string, fault: string, now: Date): Promise<void>
  /** Saves what is not saved. Never throws. */
  save(): Promise<void>
}

const SAVE_MS = 1_000
const MANY = 100

type Standing = {
  saved: Position | null
  place: Place | undefined
  /** Facts handled since. */
  unsaved: number
  hasMoved: boolean
  readonly onMoved: () => void
}

export const createReactorProgress = (db: Knex, log: Logger): ReactorProgress => {
  const standings = new Map<string, Standing>()
  let timer: NodeJS.Timeout | undefined
  let saving = Promise.resolve()

  const standingOf = (name: string): Standing => {
    const standing = standings.get(name)!
    if (standing.hasMoved) throw new ReactorMoved(`the checkpoint of the reactor ${name} was moved`)
    return standing
  }

  const saveNow = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const moves = [...standings].flatMap(([name, { saved, place, hasMoved }]) =>
      place && !hasMoved ? [{ name, from: saved, ...place }] : [],
    )
    if (moves.length === 0) return
    const moved = await moveReactorCheckpoints(db, moves)
    for (const { name, position } of moves) {
      const standing = standings.get(name)!
      if (standing.place?.position === position) Object.assign(standing, { place: undefined, unsaved: 0 })
      standing.saved = position
      if (moved.has(name)) continue
      standing.hasMoved = true
      standing.onMoved()
    }
  }
  /** One at a time: each starts from what the one before has saved. */
  const saveInTurn = (): Promise<void> => {
    const turn = saving.then(saveNow)
    saving = turn.catch(() => {})
    return turn
  }
  const save = (): Promise<void> =>
    saveInTurn().catch((error: unknown) => {
      log.warn({ fault: faultOf(error) }, 'checkpoints of reactors are saved later')
      saveLater()
    })
  const saveLater = (): void => void (timer ??= setTimeout(() => void save(), SAVE_MS).unref())

  return {
    async open(name, store, onMoved) {
      const saved = await openReactorCheckpoint(db, name, store)
      standings.set(name, { saved, place: undefined, unsaved: 0, hasMoved: false, onMoved })
      return saved
    },
    async reached(name, place) {
      const standing = standingOf(name)
      standing.place = place
      standing.unsaved += 1
      if (standing.unsaved < MANY) return saveLater()
      await saveInTurn()
      standingOf(name)
    },
    async move(name, place, beside, on = db) {
      // What is being saved may be this checkpoint.
      await saving
      const standing = standingOf(name)
      const rows = await moveReactorCheckpoint(on, { name, from: standing.saved, ...place }, beside)
      Object.assign(standing, { saved: place.position, place: undefined, unsaved: 0 })
      return rows
    },
    async noteFault(name, fault, now) {
      await saveInTurn()
      await noteReactorFault(db, { name, position: standingOf(name).saved }, fault, now)
    },
    save,
  }
}
