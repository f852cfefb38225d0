import type { Locale, Message } from '../../lib/i18n/messages.ts'

/** How Home says when something was. */
export function createDates(locale: Locale) {
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
  const times = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const dayOf = (time: number | Date) => new Date(time).toDateString()
  return {
    date: (at: number): string => dates.format(at),
    /** When somebody worked on something: at a time of today, yesterday, or on a date. */
    worked: (at: number, now: number): Message => {
      const time = times.format(at)
      if (dayOf(at) === dayOf(now)) return { key: 'home:workedToday', parameters: { time } }
      const yesterday = new Date(now)
      yesterday.setDate(yesterday.getDate() - 1)
      if (dayOf(at) === dayOf(yesterday)) return { key: 'home:workedYesterday' }
      return { key: 'home:workedOn', parameters: { date: dates.format(at) } }
    },
  }
}
