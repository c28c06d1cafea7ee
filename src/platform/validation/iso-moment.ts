const MOMENT =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

/** True for a full-date or a date-time of RFC 3339 (5.6) that exists in the calendar. */
export function isIsoMoment(text: string): boolean {
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = MOMENT.exec(text) ?? [];
  if (year === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return false;
  const date = new Date(`${year}-${String(month)}-${String(day)}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}
