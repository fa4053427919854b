// Rewrites the table of docs/errors.md from the registry, so that adding a code is one edit.
import { readFileSync, writeFileSync } from 'node:fs';
import { errorCodes } from '../common/errors/codes.ts';

const path = new URL('../docs/errors.md', import.meta.url);
const rows = Object.entries(errorCodes).map(
  ([code, { meaning, grpc, retryable }]) =>
    `| \`${code}\` | ${meaning} | \`${grpc}\` | ${retryable ? 'yes' : 'no'} |`,
);
const table = [
  '| code | meaning | gRPC status | retry |',
  '| --- | --- | --- | --- |',
  ...rows,
].join('\n');
const text = readFileSync(path, 'utf8');
writeFileSync(
  path,
  text.replace(
    /<!-- codes:begin -->[^]*<!-- codes:end -->/,
    `<!-- codes:begin -->\n\n${table}\n\n<!-- codes:end -->`,
  ),
);
