import { Log } from '../../../../src/base/log/log.ts';
import { Leader } from '../../../../src/inbox/live/leader.ts';

// A window that wants to lead. It reports each change, and ends with its parent.
const [path = ''] = process.argv.slice(2);
const leader = new Leader(path, new Log(() => {}));
leader.onDidChange((isLeading) => process.send?.({ isLeading }));
process.on('disconnect', () => process.exit());
process.on('message', () => leader.dispose());
