import { once } from '../once.ts';
import type { Secrets } from '../secrets.ts';
import type { LogRecord, WriteRecord } from './log.ts';
import type { Sink } from './log-records.ts';

/** Like `createRecordWriter`, but loads the code that formats records with the first record. Until then, records wait in order. */
export function createLazyRecordWriter(sink: Sink, secrets: Secrets): WriteRecord {
	const load = once(async () => (await import('./log-records.ts')).createRecordWriter(sink, secrets));
	let loaded: WriteRecord | undefined;
	const writeLater = async (record: LogRecord) => {
		const write = await load();
		// Set here, so that no later record is written before the waiting ones.
		loaded = write;
		write(record);
	};
	return (record) => {
		if (sink.wants?.(record.level) === false) return;
		if (loaded) loaded(record);
		// If this fails, there is no place left to report that.
		else writeLater(record).catch(() => {});
	};
}
