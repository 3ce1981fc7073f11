import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import Value from 'typebox/value'
import { Checkpoint } from '#contract/history-export.ts'
import { BrokenHistory, verifyHistory, type Verified } from '#modules/workspaces/verify-history.ts'
import { StartRefused } from '../local/start-refused.ts'
import type { Command } from './command.ts'

const USAGE = 'verify FILE [--key PUBLIC_KEY] [--checkpoint EARLIER_FILE]'

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

/** Needs no setting and no database: a file, and whoever wants to know. */
export const history: Command = {
  usage: 'verify FILE',
  summary: 'whether an audit log exported as JSONL is whole and unchanged',
  run: async (args) => {
    const given = asked(args)
    if (given === null) {
      console.error(`npm run ops -- history ${USAGE}`)
      return 2
    }
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
  },
}
