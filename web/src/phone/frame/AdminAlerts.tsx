import { Alerts } from '#shared/alerts/Alerts.tsx'
import { useRole } from '#shared/session/use-role.ts'
import './admin-alerts.css'

/** The audit log is on the desk, a page of its own. */
const linkTo = (path: string, label: string) => <a href={path}>{label}</a>

/** Above every screen. */
export const AdminAlerts = () => useRole() === 'admin' && <Alerts link={linkTo} />
