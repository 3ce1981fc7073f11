import { useMemo } from 'react'
import { updateUserSettings, type CurrentUser, type RequestMails } from '#contract/accounts/users.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { SelectField } from '#shared/native/SelectField.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { mailSettingsTexts } from './mail-settings-texts.ts'

/** That of the browser first, because it is the likely one. */
const zonesOf = (chosen: string | null): readonly string[] => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const others = [...Intl.supportedValuesOf('timeZone'), 'UTC', ...(chosen === null ? [] : [chosen])]
  return [...new Set([own, ...others.toSorted()])]
}

const choicesOf = (labels: Readonly<Record<RequestMails, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value: value as RequestMails, label }))

/** When mails about requests come, and in which time zone their times are. */
export const MailSettings = ({ user }: { readonly user: CurrentUser }) => {
  const text = mailSettingsTexts.use()
  const command = useCommand(updateUserSettings)
  const sent = command.isPending ? command.variables.body : undefined
  const done = command.isSuccess ? command.variables.body : undefined
  const { requestMails, timeZone } = { ...user, ...sent }
  const zones = useMemo(() => zonesOf(user.timeZone), [user.timeZone])
  const save = (body: NonNullable<typeof sent>) => command.isPending || command.mutate({ body })
  return (
    <>
      <SelectField
        label={text.when}
        hint={done?.requestMails ? text.saved : text.hint}
        options={choicesOf(text.choices)}
        value={requestMails}
        onChoose={(chosen) => save({ requestMails: chosen })}
      />
      <SelectField
        label={text.zone}
        hint={done && 'timeZone' in done ? text.zoneSaved : text.zoneHint}
        options={[
          { value: '', label: text.ofWorkspace },
          ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
        ]}
        value={timeZone ?? ''}
        onChoose={(zone) => save({ timeZone: zone || null })}
      />
      {command.error && <ErrorNotice error={command.error} />}
    </>
  )
}
