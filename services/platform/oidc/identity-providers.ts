import { Rejected } from '#contract/errors.ts'
import type { Config } from '../config/config.ts'
import type { Logger } from '../watch/logger.ts'
import { createGoogleVerify } from './google.ts'
import { createMicrosoftVerify } from './microsoft.ts'
import { RefusedToken, type Provider, type Verify } from './provider-identity.ts'

/** Undefined for a provider without a client id. The functions throw `<provider>.refused` and `<provider>.unavailable`. */
export type IdentityProviders = { readonly [P in Provider]: Verify | undefined }

/** The addresses of the providers. They are not a setting, because a wrong address could let anybody in. */
export type ProviderAddresses = {
  readonly googleTokenInfo: string
  readonly microsoftKeys: string
  /** Contains `{tenantid}`. */
  readonly microsoftIssuer: string
}

const PINNED: ProviderAddresses = {
  googleTokenInfo: 'https://oauth2.googleapis.com/tokeninfo',
  microsoftKeys: 'https://login.microsoftonline.com/common/discovery/v2.0/keys',
  microsoftIssuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
}

type Parts = { readonly log: Logger; readonly addresses?: ProviderAddresses | undefined }

export const createIdentityProviders = (
  { GOOGLE_CLIENT_ID, MICROSOFT_CLIENT_ID, MICROSOFT_TENANTS }: Config,
  { log, addresses = PINNED }: Parts,
): IdentityProviders => {
  /** Turns every error into a rejection. */
  const rejecting =
    (provider: Provider, verify: Verify): Verify =>
    async (token, now) => {
      try {
        return await verify(token, now)
      } catch (error) {
        const isRefused = error instanceof RefusedToken
        const { message, cause } = error as Error
        const reason = cause instanceof Error ? `${message}: ${cause.message}` : message
        log.warn({ provider, reason }, isRefused ? 'sign-in refused' : 'identity provider is away')
        throw new Rejected(`${provider}.${isRefused ? 'refused' : 'unavailable'}`)
      }
    }
  return {
    google:
      GOOGLE_CLIENT_ID === undefined
        ? undefined
        : rejecting('google', createGoogleVerify(GOOGLE_CLIENT_ID, new URL(addresses.googleTokenInfo))),
    microsoft:
      MICROSOFT_CLIENT_ID === undefined
        ? undefined
        : rejecting(
            'microsoft',
            createMicrosoftVerify({
              clientId: MICROSOFT_CLIENT_ID,
              tenants: MICROSOFT_TENANTS?.toLowerCase().split(',') ?? null,
              keys: new URL(addresses.microsoftKeys),
              issuer: addresses.microsoftIssuer,
            }),
          ),
  }
}
