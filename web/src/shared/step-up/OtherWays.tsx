import { useEffect, useRef, useState } from 'react'
import { paths } from '../paths.ts'
import { rememberTarget } from '../session/return-target.ts'
import { logOut } from '../sign-in/log-out.ts'
import { PROVIDER_NAMES, type ProviderName } from '../sign-in/provider-names.ts'
import { stepUpTexts } from './texts.ts'

type State = 'closed' | 'open' | 'blocked' | 'refused'

/**
 * Opens the page that asks a provider, in a window of its own so that nothing typed here is lost. It answers with the provider's token, or
 * with null, on a channel that only this page knows: the provider's page has cut the tie between both windows.
 */
const useProviderWindow = (onToken: (token: string) => void) => {
  const [state, setState] = useState<State>('closed')
  const channel = useRef<BroadcastChannel>(null)
  useEffect(() => () => channel.current?.close(), [])
  const open = (provider: ProviderName) => {
    channel.current?.close()
    const name = `step-up ${crypto.randomUUID()}`
    const answer = new BroadcastChannel(name)
    channel.current = answer
    answer.addEventListener('message', ({ data }: MessageEvent<string | null>) => {
      answer.close()
      setState(data === null ? 'refused' : 'closed')
      if (data !== null) onToken(data)
    })
    const query = new URLSearchParams({ confirm: provider, channel: name }).toString()
    const opened = window.open(`${paths.signedIn}?${query}`, '', 'popup,width=520,height=720')
    setState(opened ? 'open' : 'blocked')
  }
  return { state, open }
}

type Props = {
  readonly providers: readonly ProviderName[]
  /** The login page of the user. */
  readonly login: string
  readonly isBusy: boolean
  readonly onToken: (token: string) => void
}

const logInAgain = async (login: string): Promise<void> => {
  const target = location.pathname + location.search
  await logOut()
  rememberTarget(target)
  location.assign(login)
}

/** For users without a password or passkey here: the providers that they log in with, and a new login, which loses this step. */
export const OtherWays = ({ providers, login, isBusy, onToken }: Props) => {
  const text = stepUpTexts.use()
  const { state, open } = useProviderWindow(onToken)
  return (
    <>
      {providers.map((provider) => (
        <button
          key={provider}
          type="button"
          className="button"
          aria-disabled={isBusy}
          onClick={() => isBusy || open(provider)}
        >
          {text.byProvider(PROVIDER_NAMES[provider])}
        </button>
      ))}
      <div role="status">
        {state !== 'closed' && (
          <p className={state === 'open' ? 'notice info' : 'notice error'}>{text.window[state]}</p>
        )}
      </div>
      <p>{text.elsewhere}</p>
      <button
        type="button"
        className={providers.length > 0 ? 'button button-outlined' : 'button'}
        onClick={() => void logInAgain(login)}
      >
        {text.logIn}
      </button>
    </>
  )
}
