import type { Command } from './command.ts'
import { openOpsDatabase } from './open-database.ts'
import { readSetting } from '#platform/config/read-setting.ts'
import { migrate as applyMigrations } from '#platform/postgres/database.ts'
import { createLogger } from '#platform/watch/logger.ts'

/** With DATABASE_URL it needs no other setting, so the migrating process need not know the secrets. */
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
  summary: 'applies all missing migrations',
  run: async () => {
    await withDatabase((url) => applyMigrations(url, createLogger('info')))
    console.log('All migrations are applied.')
    return 0
  },
}
