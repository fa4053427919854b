/** A time as Go prints it, without fractions: `2006-01-02 15:04:05 +0000 UTC`. */
export function formatGoTime(ms: number): string {
  return `${parts(ms).join(' ')} +0000 UTC`;
}

/** RFC 3339 in whole seconds, `2006-01-02T15:04:05Z`. */
export function formatRfc3339(ms: number): string {
  return `${parts(ms).join('T')}Z`;
}

/**
 * Reads `2006-01-02 15:04:05 -0700 -07`, the form of SPIRE's `-expiresBefore`; milliseconds since
 * the epoch, or undefined when the text is anything else.
 */
export function findGoTime(text: string): number | undefined {
  const [, date, time, sign, hours, minutes] =
    /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) ([+-])(\d{2})(\d{2}) [+-]\d{2}$/.exec(text) ?? [];
  if (date === undefined || time === undefined) return undefined;
  const utc = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(utc) || parts(utc)[0] !== date) return undefined;
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? utc + offsetMs : utc - offsetMs;
}

/** Date and time of day; what JavaScript cannot date is shown as its edge. */
function parts(ms: number): [string, string] {
  const edge = 8.64e15;
  const iso = new Date(Math.min(Math.max(ms, -edge), edge)).toISOString();
  const [date = '', time = ''] = iso.split('T');
  return [date, time.slice(0, 8)];
}
