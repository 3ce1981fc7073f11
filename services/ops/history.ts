import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import Value from 'typebox/value'
import { Checkpoint } from '#contract/history-export.ts'
import { checkpointKeys } from '#modules/workspaces/history-checkpoint.ts'
import { BrokenHistory, verifyHistory, type Verified } from '#modules/workspaces/verify-history.ts'
import { StartRefused } from '../local/start-refused.ts'
import type { Command } from './command.ts'
import { openOpsDatabase } from './open-database.ts'

const USAGE = 'verify FILE [--key PUBLIC_KEY] [--checkpoint EARLIER_FILE] | keys'

const readCheckpoint = (file: string): Checkpoint => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (Value.Check(Checkpoint, value)) return value
  } catch (cause) {
    throw new StartRefused(`${file} cannot be read (${(cause as Error).message}).`, { cause })
  }
  throw new StartRefused(`${file} is no checkpoint.`)
}

const told = ({ entries, isWhole, checkpoint: { content } }: Verified, isGiven: boolean): string =>
  [
    isWhole
      ? `All ${entries} entries from the first to the head are here, and each follows from the one before it.`
      : `The ${entries} entries are as they were exported, with filters: what these left out is not here.`,
    `Signed at ${content.at} with the key ${content.keyId} for workspace ${content.workspaceId}:`,
    `  entry ${content.sequence} has the hash ${content.hash}`,
    ...(isGiven
      ? []
      : [
          'The key is the one in the file. Compare its id with the one that the operator tells, or give --key.',
        ]),
  ].join('\n')

const asked = (args: readonly string[]) => {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { key: { type: 'string' }, checkpoint: { type: 'string' } },
    })
    const [verb, file, ...more] = positionals
    return verb === 'verify' && file !== undefined && more.length === 0 ? { file, ...values } : null
  } catch {
    return null
  }
}

type Asked = NonNullable<ReturnType<typeof asked>>

/** Needs no setting and no database: a file, and whoever wants to know. */
const verify = async (given: Asked): Promise<number> => {
  const earlier = given.checkpoint === undefined ? undefined : readCheckpoint(given.checkpoint)
  const input = createReadStream(given.file)
  try {
    const lines = createInterface({ input, crlfDelay: Infinity })
    const verified = await verifyHistory(lines, { publicKey: given.key, earlier })
    console.log(told(verified, given.key !== undefined))
    return 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new StartRefused(`There is no file ${given.file}.`, { cause: error })
    if (!(error instanceof BrokenHistory)) throw error
    console.error(`BROKEN: ${error.sequence === null ? '' : `entry ${error.sequence} `}${error.message}.`)
    return 1
  }
}

const showKeys = async (): Promise<number> => {
  const { config, close } = await openOpsDatabase()
  try {
    for (const [i, { id, publicKey }] of checkpointKeys(config).entries())
      console.log(`${id}  ${publicKey}${i === 0 ? '  signs now' : ''}`)
    return 0
  } finally {
    await close()
  }
}

export const history: Command = {
  usage: 'verify FILE | keys',
  summary: 'whether an exported audit log (JSONL) is unchanged; what it is signed with',
  run: async (args) => {
    if (args.length === 1 && args[0] === 'keys') return showKeys()
    const given = asked(args)
    if (given !== null) return verify(given)
    console.error(`npm run ops -- history ${USAGE}`)
    return 2
  },
}
