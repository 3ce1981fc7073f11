import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolderPath, root } from '../../local/data-folder.ts'
import type { Command } from '../command.ts'
import { printFinding, type Finding } from './finding.ts'
import { inspectProgress } from './inspect-progress.ts'
import {
  inspectDatabase,
  inspectErasures,
  inspectEventStore,
  inspectMailServer,
  inspectRedis,
  inspectSecrets,
} from './inspect-stores.ts'
import { openOpsDatabase, type OpsDatabase } from '../open-database.ts'
import { weakSettings } from './weak-settings.ts'
import { allEvents } from '#modules/all.events.ts'
import { readSetting } from '#platform/config/config.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { createLogger } from '#platform/watch/logger.ts'
import { openPlatform } from '#platform/platform.ts'

const ofDatabase = async ({ databaseUrl }: OpsDatabase): Promise<readonly Finding[]> => {
  const db = openDatabase(databaseUrl)
  try {
    return await inspectDatabase(db)
  } finally {
    await db.destroy()
  }
}

const ofTheRest = async ({ config }: OpsDatabase): Promise<readonly Finding[]> => {
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
      ...(eventStore.isWrong ? [] : await inspectProgress(platform)),
    ]
  } finally {
    await platform.close()
  }
}

const ofSettings = ({ config, origin }: OpsDatabase): Finding => {
  const advice = origin === 'DATABASE_URL' ? weakSettings(config) : []
  return { name: 'Settings', text: advice.length === 0 ? 'nothing weak' : 'weak', advice }
}

export const doctor: Command = {
  usage: '',
  summary: 'versions, stores, clocks, who is how far, what is parked, what is weak; and what to do',
  run: async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    const isElsewhere = readSetting(process.env, 'DATABASE_URL') !== undefined
    const folder = isElsewhere ? '' : `, data folder ${dataFolderPath(process.env)}`
    console.log(`Vieraugen ${version} on Node ${process.versions.node}${folder}`)
    const found = await openOpsDatabase()
    const findings: Finding[] = []
    const tell = (told: readonly Finding[]) => {
      told.forEach(printFinding)
      findings.push(...told)
    }
    try {
      tell([{ name: 'Database', text: found.origin }, ...(await ofDatabase(found))])
      // The rest would stumble over tables that are not there.
      if (!findings.some(({ isWrong }) => isWrong)) tell(await ofTheRest(found))
      tell([ofSettings(found)])
      const isWrong = findings.some((finding) => finding.isWrong)
      console.log(isWrong ? 'Something is wrong; see above.' : 'All is well.')
      return isWrong ? 1 : 0
    } finally {
      await found.close()
    }
  },
}
