import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { currentUser } from '#contract/accounts/users.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { listSessions } from '#contract/accounts/sessions.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { isLoading } from '#shared/api/read-models.ts'
import { MailSettings } from '#shared/account/MailSettings.tsx'
import { mailSettingsTexts } from '#shared/account/mail-settings-texts.ts'
import { NextIcon } from '#shared/parts/icons.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { commonTexts } from '#shared/texts/common.ts'
import { setThemeMode, useThemeMode } from '#shared/theme-mode.ts'
import { setLanguage, useLanguage, type Language } from '#shared/texts/language.ts'
import { QueryView } from '../frame/QueryView.tsx'
import { PhoneScreen } from '../frame/PhoneScreen.tsx'
import { accountTexts } from './account-texts.ts'
import { OtherSessions } from './sessions/OtherSessions.tsx'
import { usePhoneSession } from './sessions/phone-session.tsx'
import { sessionTexts } from './sessions/session-texts.ts'
import { UserText } from '#shared/parts/UserText.tsx'

/** Shared by the page and its section. */
const relatedList = () => endpointQuery(relatedWorkspaces, { query: { limit: 100 } })

const MODES = ['system', 'light', 'dark'] as const
const languages: readonly Language[] = ['de', 'en']

export const AccountPage = () => {
  const text = sessionTexts.use()
  const account = accountTexts.use()
  const mails = mailSettingsTexts.use()
  const common = commonTexts.use()
  const { session, signOut } = usePhoneSession()
  const [isLeaving, setLeaving] = useState(false)
  const user = useQuery(endpointQuery(currentUser))
  const workspaces = useQuery(relatedList())
  const sessions = useQuery(endpointQuery(listSessions))

  const leave = async () => {
    setLeaving(true)
    await signOut()
  }
  if (isLoading(user, workspaces, sessions))
    return (
      <PhoneScreen title={text.account}>
        <p className="loading" role="status">
          {common.loading}
        </p>
      </PhoneScreen>
    )
  return (
    <PhoneScreen title={text.account}>
      <QueryView query={user}>
        {(person) => (
          <p className="lead">
            {text.signedInAs}{' '}
            <strong>
              <PersonText of={person} erased={text.erased} />
            </strong>
          </p>
        )}
      </QueryView>
      <ul className="card rows">
        <li>
          <Link to="/device">
            <strong>{text.openDevices}</strong>
            <NextIcon />
            <span className="hint">{text.openDevicesHint}</span>
          </Link>
        </li>
        <li>
          <Link to="/notifications">
            <strong>{account.openNotifications}</strong>
            <NextIcon />
            <span className="hint">{account.openNotificationsHint}</span>
          </Link>
        </li>
        {session?.role !== 'super admin' && <OfMembers />}
        {session?.role === 'admin' && (
          <li>
            <a href="/account">
              <strong>{account.openAccount}</strong>
              <NextIcon />
              <span className="hint">{account.openAccountHint}</span>
            </a>
          </li>
        )}
        {session?.role === 'admin' && (
          <li>
            <a href="/workspaces">
              <strong>{text.openDesktop}</strong>
              <NextIcon />
              <span className="hint">{text.openDesktopHint}</span>
            </a>
          </li>
        )}
      </ul>
      <MyWorkspaces />
      <OtherSessions />
      {user.data && user.data.role !== 'super admin' && (
        <section className="stack">
          <h2>{mails.title}</h2>
          <MailSettings user={user.data} />
        </section>
      )}
      <LanguageChoice />
      <ThemeChoice />
      <button
        type="button"
        className="button button-outlined"
        aria-disabled={isLeaving}
        onClick={() => !isLeaving && void leave()}
      >
        {isLeaving ? text.signingOut : common.logout}
      </button>
    </PhoneScreen>
  )
}

const LanguageChoice = () => {
  const text = sessionTexts.use()
  const common = commonTexts.use()
  const language = useLanguage()
  return (
    <fieldset className="choice">
      <legend>{common.language}</legend>
      {languages.map((each) => (
        <label key={each} lang={each}>
          <input
            type="radio"
            name="language"
            checked={language === each}
            onChange={() => setLanguage(each)}
          />
          {text.languages[each]}
        </label>
      ))}
    </fieldset>
  )
}

const ThemeChoice = () => {
  const { theme: text } = commonTexts.use()
  const chosen = useThemeMode()
  return (
    <fieldset className="choice">
      <legend>{text.title}</legend>
      {MODES.map((mode) => (
        <label key={mode}>
          <input type="radio" name="theme" checked={chosen === mode} onChange={() => setThemeMode(mode)} />
          {text[mode]}
        </label>
      ))}
    </fieldset>
  )
}

const MyWorkspaces = () => {
  const text = sessionTexts.use()
  const common = commonTexts.use()
  const query = useQuery(relatedList())
  return (
    <section>
      <h2>{text.workspaces}</h2>
      <QueryView query={query}>
        {({ userWorkspaces }) =>
          userWorkspaces.length === 0 ? (
            <p className="empty">{text.noWorkspaces}</p>
          ) : (
            <ul className="card rows">
              {userWorkspaces.map((workspace) => (
                <li key={workspace.id} className="row">
                  <strong>
                    <UserText>{workspace.name ?? workspace.id}</UserText>
                  </strong>
                  <span className="hint">
                    {[
                      common.roles[workspace.role],
                      workspace.approver && common.approver,
                      workspace.requester && common.requester,
                      !workspace.active && text.inactive,
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  )
}

const OfMembers = () => {
  const text = accountTexts.use()
  return (
    <>
      <li>
        <Link to="/call-back">
          <strong>{text.openCallBack}</strong>
          <NextIcon />
          <span className="hint">{text.openCallBackHint}</span>
        </Link>
      </li>
      <li>
        <Link to="/absence">
          <strong>{text.openAbsence}</strong>
          <NextIcon />
          <span className="hint">{text.openAbsenceHint}</span>
        </Link>
      </li>
    </>
  )
}
