package org.gradle.work

annotation class DisableCachingByDefault(val because: String)
