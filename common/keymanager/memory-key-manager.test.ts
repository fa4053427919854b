import { keyManagerSuite } from '../../testkit/suites/key-manager-suite.ts';
import { createMemoryKeyManager } from './memory-key-manager.ts';

keyManagerSuite('memory', createMemoryKeyManager);
