import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolderPath, root } from '../../local/data-folder.ts'
import type { Command } from '../command.ts'
import { printFinding, type Finding } from './finding.ts'
import { inspectAudit } from './inspect-audit.ts'
import { inspectProgress } from './inspect-progress.ts'
import {
  inspectDatabase,
  inspectErasures,
  inspectEventStore,
  inspectMailServer,
  inspectRedis,
  inspectSecrets,
} from './inspect-stores.ts'
import { inspectRows } from './inspect-rows.ts'
import { inspectTimeStamps } from './inspect-time-stamps.ts'
import { inspectWitnesses } from './inspect-witnesses.ts'
import { inspectSeals } from './inspect-seals.ts'
import { UserFacingError } from '../../local/user-facing-error.ts'
import { openOpsDatabase, type OpsDatabase } from '../open-database.ts'
import { weakSettings } from './weak-settings.ts'
import { allEvents } from '#modules/all.events.ts'
import { readSetting } from '#platform/config/read-setting.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { createLogger } from '#platform/watch/logger.ts'
import { openPlatform } from '#platform/platform.ts'

const databaseFindings = async ({ databaseUrl }: OpsDatabase): Promise<readonly Finding[]> => {
  const db = openDatabase(databaseUrl)
  try {
    return await inspectDatabase(db)
  } finally {
    await db.destroy()
  }
}

const platformFindings = async (
  { config }: OpsDatabase,
  looking: { readonly all: boolean; readonly seal: string | undefined },
): Promise<readonly Finding[]> => {
  const log = createLogger('silent')
  const platform = await openPlatform(config, { log, catalogue: allEvents, readModels: [], isUngated: true })
  try {
    const eventStore = await inspectEventStore(platform)
    return [
      eventStore,
      await inspectRedis(platform),
      await inspectMailServer(platform),
      await inspectSecrets(platform),
      await inspectErasures(platform),
      await inspectRows(platform),
      await inspectWitnesses(platform),
      await inspectTimeStamps(platform),
      ...(eventStore.isWrong
        ? []
        : [
            await inspectSeals(platform, looking),
            await inspectAudit(platform, looking),
            ...(await inspectProgress(platform)),
          ]),
    ]
  } finally {
    await platform.close()
  }
}

const settingsFinding = ({ config, origin }: OpsDatabase): Finding => {
  const advice = origin === 'DATABASE_URL' ? weakSettings(config) : []
  return { name: 'Settings', text: advice.length === 0 ? 'no weaknesses' : 'weak', advice }
}

const sealIn = (args: readonly string[]): string | undefined => {
  const at = args.indexOf('--seal')
  if (at < 0) return undefined
  const file = args[at + 1]
  if (file === undefined) throw new UserFacingError('npm run ops -- doctor --seal FILE')
  return file
}

export const doctor: Command = {
  usage: '[--all] [--seal FILE]',
  summary:
    'checks stores, events, versions, clocks, progress, dead letters and settings, and says what to do',
  run: async (args) => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    const isElsewhere = readSetting(process.env, 'DATABASE_URL') !== undefined
    const folder = isElsewhere ? '' : `, data folder ${dataFolderPath(process.env)}`
    console.log(`Vieraugen ${version} on Node ${process.versions.node}${folder}`)
    const found = await openOpsDatabase()
    const findings: Finding[] = []
    const report = (more: readonly Finding[]) => {
      more.forEach(printFinding)
      findings.push(...more)
    }
    try {
      report([{ name: 'Database', text: found.origin }, ...(await databaseFindings(found))])
      // The other checks need the tables.
      if (!findings.some(({ isWrong }) => isWrong))
        report(await platformFindings(found, { all: args.includes('--all'), seal: sealIn(args) }))
      report([settingsFinding(found)])
      const isWrong = findings.some((finding) => finding.isWrong)
      console.log(isWrong ? 'Problems found; see above.' : 'No problems found.')
      return isWrong ? 1 : 0
    } finally {
      await found.close()
    }
  },
}
