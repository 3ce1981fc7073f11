import type { Routes } from '#platform/http.ts'
import type { Platform } from '#platform/platform.ts'

/** Everything about requests over HTTP. */
export const requestRoutes = (_routes: Routes, _platform: Platform): void => {}
