import { readFile } from 'node:fs/promises'
import type { Finding } from './finding.ts'
import { writePrivateFile } from '#platform/primitives/private-file.ts'
import type { Platform } from '#platform/platform.ts'
import { checkLog } from '#platform/seals/check-log.ts'
import { sealReader, UnfitSeal, type Seal } from '#platform/seals/seals.ts'
import { NotTakenOver, requireTakenOver } from '#platform/stores/taken-over.ts'

const NAME = 'Events'
const ALTERED = [
  'Somebody changed or removed events. Stop the processes, keep the files of the store, and compare with a backup.',
]

type Looking = {
  readonly all: boolean
  /** A file with a seal that is not in the ledger. */
  readonly seal?: string | undefined
}

/** The seal up to which the last look found everything right. */
const lastLook = async (path: string, seals: readonly Seal[]): Promise<Seal | undefined> => {
  const position = await readFile(path, 'utf8').catch(() => '')
  return seals.find((seal) => seal.position === position.trim())
}

type Parts = Pick<Platform, 'config' | 'eventStore' | 'factMacs' | 'seals'>

/** The seal in a file: a line of the ledger, or a mail, in which the line is broken or quoted-printable. Throws UnfitSeal. */
const sealInFile = async (path: string, { CHECKPOINT_KEY }: Parts['config']): Promise<Seal> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UnfitSeal(`${path} cannot be read (${error.code})`)
  })
  const plain = text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  const [found = ''] = /\{\s*"v":\s*1,[^]*?"signature":[^}]*\}/.exec(plain) ?? []
  return sealReader(CHECKPOINT_KEY)(found.replaceAll(/\s/g, ''), path)
}

const look = async (
  { config, eventStore, factMacs, seals }: Parts,
  { all, seal }: Looking,
): Promise<Finding> => {
  await requireTakenOver({ eventStore, factMacs })
  const kept = (await seals?.read()) ?? []
  const given = seal === undefined ? [] : [await sealInFile(seal, config)]
  const sealed = [...kept, ...given].toSorted((a, b) => (a.position < b.position ? -1 : 1))
  const looked = `${config.SEAL_LEDGER}.checked`
  const from = all || !seals || given.length > 0 ? undefined : await lastLook(looked, sealed)
  const { events, seals: fitting, faults } = await checkLog({ eventStore, factMacs }, sealed, from)
  const newest = kept.at(-1)
  if (faults.length > 0)
    return { name: NAME, text: 'do not fit', more: faults, advice: ALTERED, isWrong: true }
  if (newest) writePrivateFile(looked, `${newest.position}\n`)
  const since = from ? ` since ${from.at}` : ''
  const text = `${events} checked${since}, ${fitting} seals fit`
  return { name: NAME, text }
}

/**
 * Compares the log with its seals, and checks MACs, hashes and chains of events: what is new since the last look, or all with `--all`.
 * The last look is remembered beside the seals, outside the database.
 */
export const inspectSeals = async (parts: Parts, looking: Looking): Promise<Finding> => {
  try {
    return await look(parts, looking)
  } catch (error) {
    if (error instanceof UnfitSeal) return { name: NAME, text: error.message, advice: ALTERED, isWrong: true }
    if (error instanceof NotTakenOver) return { name: NAME, text: error.message, isWrong: true }
    throw error
  }
}
