import { useMutation } from '@tanstack/react-query'
import type { Body } from '#contract/endpoint.ts'
import { login } from '#contract/accounts/sessions.ts'
import { call } from '#shared/api/api.ts'
import { clientOfTarget } from '#shared/session/return-target.ts'
import { setToken } from '#shared/session/session.ts'
import { hideToast } from '#shared/dialogs/toast.tsx'

/** Logs in, stores the token, and hides the error of an earlier attempt. Throws ApiError. */
export const logIn = async (credentials: Body<typeof login>): Promise<void> => {
  const { access_token } = await call(login, { body: { client: clientOfTarget(), ...credentials } })
  setToken(access_token)
  hideToast()
}

type Handlers = { readonly onSuccess: () => void; readonly onError: (error: Error) => void }

export const useLogin = (handlers: Handlers) => useMutation({ mutationFn: logIn, ...handlers })
