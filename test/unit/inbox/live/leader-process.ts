import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { Log } from '../../../../src/base/log/log.ts';
import { Leader } from '../../../../src/inbox/live/leader.ts';

// A window that wants to lead. It reports each change, and ends with its parent.
const [folder = ''] = process.argv.slice(2);
const log = new Log(() => {});
const leader = new Leader(fileStorage(folder, log), log);
leader.onDidChange((isLeading) => process.send?.({ isLeading }));
process.on('disconnect', () => process.exit());
