import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { deviceName } from '#contract/accounts/device-name.ts'
import { readPairCode } from '#contract/accounts/pairing.ts'
import { Link } from '#shared/parts/Link.tsx'
import { ErrorNotice } from '../../frame/ErrorNotice.tsx'
import { Field } from '../../frame/Field.tsx'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { claimCode, finishPairing, type Claimed } from './pair-phone.ts'
import { pairTexts } from './pair-texts.ts'
import '#shared/parts/pairing.css'

type Props = { readonly onToken: (token: string) => void }

/** Signs in by a code that the computer shows: typed, or behind the sign in the address that a camera has read. */
export const PairPage = ({ onToken }: Props) => {
  const text = pairTexts.use()
  const [claimed, setClaimed] = useState<Claimed | null>(null)
  const [lost, setLost] = useState<unknown>(null)
  const giveUp = (error: unknown) => {
    setClaimed(null)
    setLost(error)
  }
  const take = (next: Claimed) => {
    setLost(null)
    setClaimed(next)
  }
  return (
    <PhoneScreen title={text.title} signedOut>
      {claimed ? (
        <Compare claimed={claimed} onToken={onToken} onGiveUp={giveUp} />
      ) : (
        <EnterCode lost={lost} onClaimed={take} />
      )}
    </PhoneScreen>
  )
}

const groupsOf = (code: string): string => code.replace(/^(.{4})(?=.)/, '$1 ')

type EnterProps = { readonly lost: unknown; readonly onClaimed: (claimed: Claimed) => void }

const EnterCode = ({ lost, onClaimed }: EnterProps) => {
  const text = pairTexts.use()
  const { hash } = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(() => groupsOf(readPairCode(hash.slice(1)) ?? ''))
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
        <ErrorNotice error={claim.error ?? lost} />
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

/** What both screens show. */
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
    const stopping = new AbortController()
    finishPairing(claim, stopping.signal).then(
      (token) => stopping.signal.aborted || handlers.current.onToken(token),
      (error: unknown) => stopping.signal.aborted || handlers.current.onGiveUp(error),
    )
    return () => stopping.abort()
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

/** Whoever reads a code with a phone that is signed in. */
export const AlreadyPaired = () => {
  const text = pairTexts.use()
  return (
    <PhoneScreen title={text.alreadyTitle}>
      <p className="lead">{text.already}</p>
      <p>
        <Link to="/" className="button">
          {text.home}
        </Link>
      </p>
    </PhoneScreen>
  )
}
