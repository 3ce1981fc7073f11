import { useEffect, useRef, useState } from 'react'
import { authOptions } from '#contract/accounts/visitors.ts'
import { call } from '#shared/api/api.ts'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { PROVIDER_NAMES, type ProviderName } from '#shared/sign-in/provider-names.ts'
import type { PendingSignIn } from '../providers/pending-sign-in.ts'
import { providerTexts } from '../providers/provider-texts.ts'
import '../auth.css'

type Props = {
  /** What another window asks for, before the provider is asked. */
  readonly asked: { readonly provider: ProviderName; readonly channel: string } | null
  readonly kept: PendingSignIn | null
  readonly answer: URLSearchParams
}

/** In a window of its own: asks a provider who the user is, and gives its token to the page that waits for it. */
export const ConfirmedPage = ({ asked, kept, answer }: Props) => {
  const text = providerTexts.use()
  const [isOver, setOver] = useState(false)
  const isStarted = useRef(false)

  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    const say = (token: string | null) => {
      const channel = new BroadcastChannel(asked?.channel ?? kept!.channel!)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
      channel.postMessage(token)
      channel.close()
      setOver(true)
      window.close()
    }
    const confirm = async (): Promise<void> => {
      const { startSignIn, takeToken } = await import('../providers/provider-sign-in.ts')
      if (asked) await startSignIn({ ...asked, client: 'web' }, await call(authOptions))
      else say(await takeToken(kept!, answer))
    }
    confirm().catch(() => say(null))
  }, [asked, kept, answer])

  const provider = asked?.provider ?? kept?.provider
  return (
    <div className="auth">
      <PageTitle>{text.confirm}</PageTitle>
      <p role="status">
        {isOver ? text.confirmed : text.confirming(provider ? PROVIDER_NAMES[provider] : '')}
      </p>
    </div>
  )
}
