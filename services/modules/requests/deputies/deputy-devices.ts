import { Rejected } from '#contract/errors.ts'
import type { ExistingRequest } from '#modules/requests/request.state.ts'
import { absentFor, type Deciding } from './stand-in.decider.ts'

type Devices = { hasUsable(userId: string, now: Date): Promise<boolean> }
type Declining = { readonly state: ExistingRequest; readonly by: Deciding & { readonly at: Date } }

/** Throws `deputy.no-device` for a deputy without a usable device. Others may decline without one. */
export const deputyDevices =
  (devices: Devices) =>
  async ({ state, by }: Declining): Promise<void> => {
    if (absentFor(state, by) === undefined || (await devices.hasUsable(by.userId, by.at))) return
    throw new Rejected('deputy.no-device')
  }
