import { accessCode, authOptions } from '#contract/accounts/visitors.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { Config } from '#platform/config/config.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import type { AccessGate } from './access-gate.ts'
import { ACCESS_CODES_BY_CALLER } from '#modules/accounts/accounts.rates.ts'

/** A single tenant has its own authority. Several tenants share `common`. */
const authorityOf = (tenants: string | undefined): string => {
  const only = tenants?.includes(',') ? undefined : tenants
  return `https://login.microsoftonline.com/${only ?? 'common'}`
}

/** Public settings that pages read before there is a session. */
export const optionsOf = (config: Config): Omit<Reply<typeof authOptions>, 'push'> => {
  const {
    ACCESS_CODE,
    DEMO_URL,
    GOOGLE_CLIENT_ID,
    MICROSOFT_CLIENT_ID,
    MICROSOFT_TENANTS,
    PASSWORD_MIN_LENGTH,
  } = config
  return {
    gate: ACCESS_CODE !== undefined,
    demoUrl: DEMO_URL ?? null,
    google: GOOGLE_CLIENT_ID === undefined ? null : { clientId: GOOGLE_CLIENT_ID },
    microsoft:
      MICROSOFT_CLIENT_ID === undefined
        ? null
        : { clientId: MICROSOFT_CLIENT_ID, authority: authorityOf(MICROSOFT_TENANTS) },
    passwordMinLength: PASSWORD_MIN_LENGTH,
  }
}

export const visitorRoutes = (
  routes: Routes,
  { config, push, throttle }: Platform,
  { gate }: { readonly gate: AccessGate },
): void => {
  routes.query(authOptions, async () => ({
    ...optionsOf(config),
    push: push && { publicKey: push.publicKey },
  }))

  routes.query(accessCode, async (call) => {
    const use = [ACCESS_CODES_BY_CALLER, call.raw.request.ip] as const
    await throttle.require(...use, call.now)
    const shouldReveal = gate.tryCode(call, call.body.code)
    if (shouldReveal) await throttle.forgive(use)
    return { shouldReveal }
  })
}
