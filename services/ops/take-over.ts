import type { Command } from './command.ts'
import { openOpsDatabase } from './open-database.ts'
import { UserFacingError } from '../local/user-facing-error.ts'
import { allEvents } from '#modules/all.events.ts'
import { allRows } from '#modules/all-rows.ts'
import { takeOver as takeOverRecords } from '#modules/operations/take-over.ts'
import { openPlatform } from '#platform/platform.ts'
import { requireStores } from '#platform/stores/stores.ts'
import { createLogger } from '#platform/watch/logger.ts'

const FLAGS = ['--rolling', '--again']

export const takeOver: Command = {
  usage: '[--rolling] [--again]',
  summary: 'once, after an upgrade from a program without MACs: seals what it wrote, and says so in an event',
  run: async (args) => {
    const unknown = args.find((arg) => !FLAGS.includes(arg))
    if (unknown !== undefined) throw new UserFacingError(`take-over does not know ${unknown}.`)
    const found = await openOpsDatabase()
    const log = createLogger('error')
    const platform = await openPlatform(found.config, {
      log,
      catalogue: allEvents,
      readModels: [],
      isUngated: true,
    })
    try {
      await requireStores(platform)
      const taken = await takeOverRecords(platform, allRows, {
        rolling: args.includes('--rolling'),
        force: args.includes('--again'),
      })
      if (taken === 'nothing') console.log('Nothing to take over: this store began with MACs.')
      if (taken === 'again')
        throw new UserFacingError(
          'Taken over already. What has no MAC since then was not written by this product; doctor tells where. If you know better, add --again.',
        )
      if (typeof taken === 'object') {
        console.log(`${taken.rows} rows sealed, and all events so far taken over.`)
        if (taken.until)
          console.log(`Programs of before may run until ${taken.until.toISOString()}. Then run this again.`)
      }
      return 0
    } finally {
      await platform.close()
      await found.close()
    }
  },
}
