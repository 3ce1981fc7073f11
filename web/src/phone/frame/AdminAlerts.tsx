import { Alerts } from '#shared/alerts/Alerts.tsx'
import { useRole } from '#shared/session/use-role.ts'
import './admin-alerts.css'

/** A plain link: the audit log belongs to the desk app. */
const linkTo = (path: string, label: string) => <a href={path}>{label}</a>

export const AdminAlerts = () => useRole() === 'admin' && <Alerts link={linkTo} />
