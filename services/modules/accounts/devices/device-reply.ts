import type { Device } from '#contract/accounts/devices.ts'
import type { Platform } from '#platform/platform.ts'
import { afterCommand } from '#projections/engine/queries/after-command.ts'
import { devicesAfter, devicesOf, rowsOfDevices, type DeviceRow } from '#projections/users/device-queries.ts'
import { userStream } from '#modules/accounts/user.events.ts'

/** Replies to a command with the device as it is after it. */
export const createDeviceReply =
  (platform: Platform) =>
  (
    { userId, deviceId }: { readonly userId: string; readonly deviceId: string },
    done: Omit<Parameters<typeof afterCommand>[1], 'stream'>,
  ) => ({
    position: done.position,
    reply: (behind: boolean): Promise<Device> =>
      afterCommand(
        platform,
        { stream: userStream(userId), ...done },
        {
          behind,
          read: async () =>
            (await devicesOf(platform.db, userId, done.now)).find(({ id }) => id === deviceId),
          rowsSoFar: rowsOfDevices(userId),
          isIt: (row: DeviceRow) => row.id === deviceId,
          ...devicesAfter,
        },
      ),
  })
export type DeviceReply = ReturnType<typeof createDeviceReply>
