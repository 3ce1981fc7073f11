import { useEffect, useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { authOptions } from '#contract/accounts/visitors.ts'
import { ApiError } from '#shared/api-error.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { ErrorNotice } from '../frame/ErrorNotice.tsx'
import { QueryView } from '../frame/QueryView.tsx'
import { PhoneScreen } from '../frame/PhoneScreen.tsx'
import { useOnline } from '../reads/use-online.ts'
import { useUserId } from '../accounts/sessions/phone-session.tsx'
import { notificationTexts } from './notification-texts.ts'
import {
  onTestArrived,
  pushState,
  sendTestPush,
  turnOff,
  turnOn,
  type PushState,
} from '../background/subscription.ts'

/** Turns notifications of this browser on and off, explains why it cannot, and sends a test. */
export const NotificationsPage = () => {
  const text = notificationTexts.use()
  const options = useQuery(endpointQuery(authOptions))
  return (
    <PhoneScreen title={text.title} back="/account">
      <p className="lead">{text.lead}</p>
      <QueryView query={options}>
        {({ push }) =>
          push ? (
            <Settings publicKey={push.publicKey} />
          ) : (
            <p className="notice info">{text.state['not-offered']}</p>
          )
        }
      </QueryView>
    </PhoneScreen>
  )
}

const usePushState = () => {
  const userId = useUserId()
  const client = useQueryClient()
  const queryKey = ['push-state', userId]
  const query = useQuery({
    queryKey,
    queryFn: () => pushState(userId),
    networkMode: 'always',
    staleTime: 0,
    // The user may return from the device settings.
    refetchOnWindowFocus: 'always',
  })
  return { userId, query, setState: (state: PushState) => client.setQueryData(queryKey, state) }
}

const Settings = ({ publicKey }: { readonly publicKey: string }) => {
  const text = notificationTexts.use()
  const { userId, query, setState } = usePushState()
  const isOnline = useOnline()
  const on = useMutation({ mutationFn: () => turnOn(userId, publicKey), onSuccess: setState })
  const off = useMutation({ mutationFn: turnOff, onSuccess: () => setState('off') })
  const isBusy = on.isPending || off.isPending
  const start = (change: typeof on | typeof off) => {
    if (isBusy || !isOnline) return
    on.reset()
    off.reset()
    change.mutate()
  }
  return (
    <QueryView query={query}>
      {(state) => (
        <>
          <p className={state === 'on' ? 'notice success' : 'notice info'} role="status">
            {text.state[state]}
          </p>
          {state === 'on' && <SelfTest onLost={() => setState('off')} />}
          {state === 'off' && (
            <button
              type="button"
              className="button"
              aria-disabled={isBusy || !isOnline}
              onClick={() => start(on)}
            >
              {on.isPending ? text.turningOn : text.turnOn}
            </button>
          )}
          {state === 'on' && (
            <button
              type="button"
              className="button button-outlined"
              aria-disabled={isBusy || !isOnline}
              onClick={() => start(off)}
            >
              {off.isPending ? text.turningOff : text.turnOff}
            </button>
          )}
          <ChangeError error={on.error ?? off.error} />
        </>
      )}
    </QueryView>
  )
}

/** Shows the server's message. The browser's messages are not meant for users. */
const ChangeError = ({ error }: { readonly error: Error | null }) => {
  const text = notificationTexts.use()
  if (!error || error instanceof ApiError) return <ErrorNotice error={error} />
  return (
    <p className="notice error" role="alert">
      {text.failedToTurnOn}
    </p>
  )
}

const SelfTest = ({ onLost }: { readonly onLost: () => void }) => {
  const text = notificationTexts.use()
  const isOnline = useOnline()
  const [hasArrived, setArrived] = useState(false)
  useEffect(() => onTestArrived(() => setArrived(true)), [])
  const test = useMutation({ mutationFn: sendTestPush })
  const outcome = test.data
  const isLost = outcome === 'off' || outcome === 'gone'
  const send = () => {
    if (test.isPending || !isOnline) return
    setArrived(false)
    test.mutate()
  }
  return (
    <>
      <button
        type="button"
        className="button"
        aria-disabled={test.isPending || !isOnline}
        onClick={isLost ? onLost : send}
      >
        {test.isPending ? text.testing : isLost ? text.turnOn : text.test}
      </button>
      <div role="status">
        {hasArrived ? (
          <p className="notice success">{text.tested.arrived}</p>
        ) : (
          outcome && (
            <p className={outcome === 'accepted' ? 'notice info' : 'notice error'}>{text.tested[outcome]}</p>
          )
        )}
      </div>
      <ErrorNotice error={test.error} />
    </>
  )
}
