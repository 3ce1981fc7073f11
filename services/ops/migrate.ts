import type { Command } from './command.ts'
import { openOpsDatabase } from './open-database.ts'
import { readSetting } from '#platform/config/config.ts'
import { migrate as applyMigrations } from '#platform/postgres/database.ts'
import { createLogger } from '#platform/watch/logger.ts'

/** A given database needs no other setting: whoever migrates holds no secret of the product. */
const withDatabase = async (work: (url: string) => Promise<void>): Promise<void> => {
  const given = readSetting(process.env, 'DATABASE_URL')
  if (given) return work(given)
  const found = await openOpsDatabase()
  try {
    await work(found.databaseUrl)
  } finally {
    await found.close()
  }
}

export const migrate: Command = {
  usage: '',
  summary: 'brings the database to the newest migration',
  run: async () => {
    await withDatabase((url) => applyMigrations(url, createLogger('info')))
    console.log('The database is at the newest migration.')
    return 0
  },
}
