import { useQuery } from '@tanstack/react-query'
import { authOptions } from '#contract/accounts/visitors.ts'
import { endpointQuery } from '#shared/api/api.ts'

/** How many characters a new password has at least. */
export const usePasswordLength = (): number =>
  useQuery(endpointQuery(authOptions)).data?.passwordMinLength ?? 6
