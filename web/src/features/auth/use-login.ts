import { useMutation } from '@tanstack/react-query'
import { login } from '#contract/accounts.ts'
import type { Body } from '#contract/endpoint.ts'
import { call } from '../../shared/api.ts'
import { setToken } from '../../shared/session.ts'

/** Logs in and stores the token. Throws ApiError. */
export const logIn = async (credentials: Body<typeof login>): Promise<void> => {
  const { access_token } = await call(login, { body: credentials })
  setToken(access_token)
}

type Handlers = { readonly onSuccess: () => void; readonly onError: (error: Error) => void }

export const useLogin = (handlers: Handlers) => useMutation({ mutationFn: logIn, ...handlers })
