import { useQuery } from '@tanstack/react-query'
import { authOptions } from '#contract/accounts/visitors.ts'
import { endpointQuery } from '#shared/api/api.ts'

/** The minimum length of a new password. */
export const usePasswordLength = (): number =>
  useQuery(endpointQuery(authOptions)).data?.passwordMinLength ?? 6
