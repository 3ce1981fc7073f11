import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { deviceName } from '#contract/accounts/device-name.ts'
import { readPairCode } from '#contract/accounts/pairing.ts'
import { Link } from '#shared/parts/Link.tsx'
import { ErrorNotice } from '../../frame/ErrorNotice.tsx'
import { Field } from '../../frame/Field.tsx'
import { InboxLink } from '../../frame/InboxLink.tsx'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { claimCode, finishPairing, type Claimed } from './pair-phone.ts'
import { pairTexts } from './pair-texts.ts'
import '#shared/parts/pairing.css'

type Props = { readonly onToken: (token: string) => void }

/** Signs in with a code from the computer: typed, or in the URL hash after a scan. */
export const PairPage = ({ onToken }: Props) => {
  const text = pairTexts.use()
  const [claimed, setClaimed] = useState<Claimed | null>(null)
  const [error, setError] = useState<unknown>(null)
  const giveUp = (reason: unknown) => {
    setClaimed(null)
    setError(reason)
  }
  const compare = (next: Claimed) => {
    setError(null)
    setClaimed(next)
  }
  return (
    <PhoneScreen title={text.title} signedOut>
      {claimed ? (
        <Compare claimed={claimed} onToken={onToken} onGiveUp={giveUp} />
      ) : (
        <EnterCode error={error} onClaimed={compare} />
      )}
    </PhoneScreen>
  )
}

const grouped = (code: string): string => code.replace(/^(.{4})(?=.)/, '$1 ')

type EnterProps = { readonly error: unknown; readonly onClaimed: (claimed: Claimed) => void }

const EnterCode = ({ error, onClaimed }: EnterProps) => {
  const text = pairTexts.use()
  const { hash } = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(() => grouped(readPairCode(hash.slice(1)) ?? ''))
  const [isFaulty, setFaulty] = useState(false)
  const claim = useMutation({
    mutationFn: (code: string) => claimCode(code, deviceName(navigator.userAgent) || text.phone),
    onSuccess: onClaimed,
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const code = readPairCode(typed)
    setFaulty(code === null)
    if (code === null) return input.current?.focus()
    if (!claim.isPending) claim.mutate(code)
  }
  return (
    <>
      <p className="lead">{text.lead}</p>
      <form className="form" noValidate onSubmit={submit}>
        <Field label={text.code} hint={text.codeHint} fault={isFaulty ? text.codeFault : undefined}>
          {(inner) => (
            <input
              className="input pair-code"
              {...inner}
              ref={input}
              name="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={20}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <ErrorNotice error={claim.error ?? error} />
        <button type="submit" className="button" aria-disabled={claim.isPending}>
          {claim.isPending ? text.going : text.go}
        </button>
      </form>
      <p className="hint">
        <Link to="/">{text.otherWays}</Link>
      </p>
    </>
  )
}

/** The number that both screens show. */
export const PairNumber = ({ number }: { readonly number: string }) => (
  <p className="pair-number" role="img" aria-label={pairTexts.use().numberIs(number)}>
    {number}
  </p>
)

type CompareProps = Props & { readonly claimed: Claimed; readonly onGiveUp: (error: unknown) => void }

const Compare = ({ claimed: { claim, number }, onToken, onGiveUp }: CompareProps) => {
  const text = pairTexts.use()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const handlers = useRef({ onToken, onGiveUp })
  useEffect(() => {
    handlers.current = { onToken, onGiveUp }
  })
  useEffect(() => {
    const unmounted = new AbortController()
    finishPairing(claim, unmounted.signal).then(
      (token) => unmounted.signal.aborted || handlers.current.onToken(token),
      (error: unknown) => unmounted.signal.aborted || handlers.current.onGiveUp(error),
    )
    return () => unmounted.abort()
  }, [claim])
  return (
    <section className="card stack">
      <h2 ref={heading} tabIndex={-1}>
        {text.compare}
      </h2>
      <PairNumber number={number} />
      <p>{text.confirmThere}</p>
      <p className="hint">{text.otherNumber}</p>
      <button type="button" className="button button-outlined" onClick={() => onGiveUp(null)}>
        {text.cancel}
      </button>
    </section>
  )
}

/** Shown if a phone that is already signed in scans a code. */
export const AlreadyPaired = () => {
  const text = pairTexts.use()
  return (
    <PhoneScreen title={text.alreadyTitle}>
      <p className="lead">{text.already}</p>
      <InboxLink />
    </PhoneScreen>
  )
}
